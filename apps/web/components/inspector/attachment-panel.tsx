'use client'
import type { Attachment } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal, Unplug } from 'lucide-react'
import { useId, useState } from 'react'
import { libraryQuery } from '../../lib/queries'
import { focusRail } from '../../lib/return-focus'
import { verdictMark } from '../../lib/view/mark'
import { spokenOf } from '../../lib/view/spoken'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { MODES, modeOf, POLICIES, policyOf, useHookLabel } from '../menus/hook-menu'
import { ParamsDialog } from '../menus/params-dialog'
import { useFolded, useOpenSession, useShown, useTurnEvents } from '../session/session-context'
import { Button } from '../ui/button'
import { Choice } from '../ui/field'
import { Inline } from '../ui/inline'
import { Segments } from '../ui/segments'
import styles from './attachment-panel.module.css'
import { JsonView } from './json-view'
import { Facts, Muted, Panel, Section } from './panel'
import { SpokenRow } from './turn-panel'

/** A hook on the session: what it is, how it is asked, what it said in this turn. */
export function AttachmentPanel({ hook }: { readonly hook: Attachment }) {
  const { data: library } = useQuery(libraryQuery)
  const known = library?.find(({ slug }) => slug === hook.hook)
  return (
    <Panel
      title={useHookLabel(hook)}
      subtitle={`${hook.source} hook`}
      tabs={[
        {
          id: 'hook',
          label: 'Hook',
          body: (
            <>
              {hook.error === null ? null : <Broken hook={hook} />}
              {known === undefined ? null : (
                <p>
                  <Inline text={known.description} />
                </p>
              )}
              <Settings hook={hook} />
              <Said hook={hook} />
              <JsonView title="Parameters" value={hook.params} />
              <Section title="Identity">
                <Facts
                  facts={[
                    { name: 'Hook', value: hook.hook },
                    { name: 'Points', value: hook.points.join(', ') },
                    { name: 'Version', value: hook.version?.slice(0, 12) ?? 'it does not load' },
                    ...(known?.file == null ? [] : [{ name: 'File', value: known.file }]),
                  ]}
                />
              </Section>
            </>
          ),
        },
      ]}
    />
  )
}

function Broken({ hook }: { readonly hook: Attachment }) {
  return (
    <div className={styles.broken} role="alert">
      <VerdictGlyph mark="failed" label="" />
      <p>It does not load and is not asked: {hook.error}</p>
    </div>
  )
}

function Settings({ hook }: { readonly hook: Attachment }) {
  const { actions } = useOpenSession()
  const [editing, setEditing] = useState(false)
  const policyId = useId()
  const policy = POLICIES.find(([id]) => id === hook.onFailure)
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
          onChange={(event) => actions.change(hook.id, { onFailure: policyOf(event.target.value) })}
        >
          {POLICIES.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Choice>
      </label>
      <p className={styles.hint}>{policy?.[2]}.</p>
      {runs ? <p className={styles.next}>A turn is running: changes apply from the next one.</p> : null}
      <div className={styles.buttons}>
        <Button small onClick={() => setEditing(true)}>
          <SlidersHorizontal size={13} />
          Parameters…
        </Button>
        <Button small tone="danger" onClick={detach}>
          <Unplug size={13} />
          Detach
        </Button>
      </div>
      {editing ? <ParamsDialog attachment={hook} onClose={() => setEditing(false)} /> : null}
    </div>
  )
}

function Said({ hook }: { readonly hook: Attachment }) {
  const { select } = useOpenSession()
  const { turn } = useShown()
  useTurnEvents(turn)
  if (turn === null) return null
  const own = turn.verdicts.filter(({ verdict }) => verdict.hookId === hook.id)
  const asked = own.filter(({ verdict }) => verdict.status !== 'not_asked')
  const spoken = spokenOf(turn, own)
  return (
    <Section title={`In turn ${turn.number}`}>
      <Muted>
        {asked.length === 0
          ? 'It was not asked.'
          : `Asked ${asked.length === 1 ? 'once' : `${asked.length} times`}${spoken.length === 0 ? ', and let everything pass.' : '.'}`}
      </Muted>
      <ul className={styles.spoken}>
        {spoken.map(({ entry, count, text }) => (
          <li key={entry.seq}>
            <SpokenRow
              {...{ entry, count, text }}
              mark={verdictMark(entry.verdict)}
              onPick={() => {
                const span = entry.span ?? entry.about
                if (span !== null) select({ kind: 'span', span })
              }}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
