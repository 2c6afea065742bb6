'use client'
/** One hook of the palette: what it does, where it can stand, its parameters at a glance. Dragged by pointer, sent by menu. */
import { GripVertical, SlidersHorizontal } from 'lucide-react'
import { type PointerEvent, useRef } from 'react'
import { liftHook } from '../../board/rail-lift'
import type { LibraryHook } from '../../lib/api'
import { isBroken, loadErrorText } from '../../lib/view/load-error'
import { IconButton } from '../ui/button'
import { Inline } from '../ui/inline'
import styles from './palette.module.css'
import { otherPoints, type ParamGlance, paramsAtGlance } from './palette-groups'
import type { Choosing } from './station-choice'

interface Props {
  readonly hook: LibraryHook
  /** One line: it is told in full under an earlier point. */
  readonly brief?: boolean
  readonly onChoose: (choosing: Choosing) => void
}

export function PaletteItem({ hook, brief = false, onChoose }: Props) {
  const main = useRef<HTMLButtonElement>(null)
  const broken = isBroken(hook)
  const choose = (form: boolean) => {
    const opener = main.current
    if (opener === null) return
    const { x, y, width, height } = opener.getBoundingClientRect()
    onChoose({ hook, opener, anchor: { x, y, width, height }, form })
  }
  const lift = (event: PointerEvent) => {
    if (event.button === 0 && !broken) liftHook(event.nativeEvent, hook.slug)
  }
  return (
    <li className={styles.item} data-broken={broken} data-brief={brief}>
      <span className={styles.grip} onPointerDown={lift} aria-hidden>
        <GripVertical size={13} />
      </span>
      <button
        ref={main}
        type="button"
        className={styles.main}
        data-hook={hook.slug}
        aria-haspopup="menu"
        aria-disabled={broken}
        onPointerDown={lift}
        onClick={() => (broken ? null : choose(false))}
      >
        {brief ? <Brief hook={hook} /> : <Facts hook={hook} />}
      </button>
      {hook.paramsSchema === null || broken || brief ? null : (
        <span className={styles.form}>
          <IconButton label={`Attach ${hook.name} with parameters`} small onClick={() => choose(true)}>
            <SlidersHorizontal size={14} />
          </IconButton>
        </span>
      )}
    </li>
  )
}

function Brief({ hook: { name, description } }: { readonly hook: LibraryHook }) {
  return (
    <span className={styles.brief}>
      <b>{name}</b>
      <span title={description}>
        <Inline text={description} />
      </span>
    </span>
  )
}

function Facts({ hook }: { readonly hook: LibraryHook }) {
  const points = isBroken(hook) ? NO_POINTS : otherPoints(hook)
  const params = paramsAtGlance(hook)
  return (
    <>
      <span className={styles.name}>
        <span title={hook.name}>{hook.name}</span>
        {hook.builtIn ? null : <span className={styles.own}>your own</span>}
      </span>
      <span className={styles.description}>
        <Inline text={hook.description} />
      </span>
      {hook.error === null ? null : (
        <span className={styles.error}>
          {isBroken(hook) ? 'It does not load' : 'Its file has an error, its last good version runs'}:{' '}
          {loadErrorText(hook.error)}
        </span>
      )}
      {points.shown.length === 0 && params.length === 0 ? null : (
        <span className={styles.facts}>
          {points.shown.map((point) => (
            <span key={point} className={styles.chip}>
              {point}
            </span>
          ))}
          {points.more.length === 0 ? null : (
            <span className={styles.more} title={points.more.join(', ')}>
              +{points.more.length} more
            </span>
          )}
          {params.length === 0 ? null : <Params params={params} />}
        </span>
      )}
    </>
  )
}

const NO_POINTS: ReturnType<typeof otherPoints> = { shown: [], more: [] }

/** One line of text, so that it ends in an ellipsis and not in half a letter. */
function Params({ params }: { readonly params: readonly ParamGlance[] }) {
  return (
    <span className={styles.params}>
      {params.map(({ name, value }) => (
        <span key={name}>
          {name}
          {value === '' ? null : <b> {value}</b>}
          {'  '}
        </span>
      ))}
    </span>
  )
}
