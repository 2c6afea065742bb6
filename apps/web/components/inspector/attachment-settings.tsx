'use client'
import { heldText } from '@belay/canvas'
import type { Attachment, PointId } from '@belay/trace'
import { Unplug } from 'lucide-react'
import { useId } from 'react'
import type { LibraryHook } from '../../lib/api'
import { focusRail } from '../../lib/return-focus'
import { policyText } from '../../lib/view/policy-text'
import { MODES, modeOf, POLICIES, policyOf } from '../menus/hook-menu'
import { useFolded, useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import { Choice } from '../ui/field'
import { Segments } from '../ui/segments'
import { Tip } from '../ui/tip'
import styles from './attachment-panel.module.css'

interface Props {
  readonly hook: Attachment
  readonly known: LibraryHook | null
}

/** Mode, failure policy and stations. Each takes hold at once, from the next turn on. */
export function AttachmentSettings({ hook, known }: Props) {
  const { actions } = useOpenSession()
  const policyId = useId()
  const held = heldText(hook)
  const mode = MODES.find(([id]) => id === hook.mode)
  const runs = useFolded((state) => state.live !== null)
  const detach = async () => {
    if (await actions.detach(hook.id)) focusRail()
  }
  return (
    <div className={styles.settings}>
      <Segments
        label="Mode"
        value={hook.mode}
        options={MODES.map(([value, label]) => ({ value, label }))}
        onValue={(next) => actions.change(hook.id, { mode: modeOf(next) })}
      />
      <p className={styles.hint}>{mode?.[2]}.</p>
      <label className={styles.policy} htmlFor={policyId}>
        <span>When it fails</span>
        <Choice
          id={policyId}
          value={hook.onFailure}
          disabled={hook.source === 'command'}
          onChange={(event) => actions.change(hook.id, { onFailure: policyOf(event.target.value) })}
        >
          {POLICIES.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Choice>
      </label>
      <p className={styles.hint}>{policyText(hook.onFailure, hook.points)}.</p>
      {held === null ? <Points hook={hook} possible={known?.points ?? hook.points} /> : null}
      {runs ? <p className={styles.next}>A turn is running: changes apply from the next one.</p> : null}
      {held === null ? (
        <div className={styles.buttons}>
          <Button small tone="danger" onClick={detach}>
            <Unplug size={13} />
            Detach
          </Button>
        </div>
      ) : (
        <p className={styles.hint}>{held}</p>
      )}
    </div>
  )
}

interface PointsProps {
  readonly hook: Attachment
  /** Where a hook of its kind can stand. */
  readonly possible: readonly PointId[]
}

/** The stations that it stands at, of those that it can: a hook of one point has nothing to choose. */
function Points({ hook, possible }: PointsProps) {
  const { actions } = useOpenSession()
  const toggle = (point: PointId) => {
    const points = possible.filter((each) => (each === point) !== hook.points.includes(each))
    void actions.change(hook.id, { points })
  }
  return (
    <fieldset className={styles.points}>
      <legend>Asked at</legend>
      <div className={styles.chips}>
        {possible.map((point) => {
          const on = hook.points.includes(point)
          const only = on && hook.points.length === 1
          const chip = (
            <button
              type="button"
              className={styles.chip}
              aria-pressed={on}
              aria-disabled={only}
              onClick={() => (only ? null : toggle(point))}
            >
              {point}
            </button>
          )
          return (
            <Tip key={point} text={only ? onlyText(possible) : `${on ? 'Take it off' : 'Ask it at'} ${point}`}>
              {chip}
            </Tip>
          )
        })}
      </div>
    </fieldset>
  )
}

function onlyText(possible: readonly PointId[]): string {
  return possible.length === 1 ? 'It can stand nowhere else' : 'It must stand somewhere: detach it to take it off here'
}
