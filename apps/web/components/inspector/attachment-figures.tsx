'use client'
import { formatDuration } from '@belay/canvas'
import type { Attachment } from '@belay/trace'
import { formatCount } from '../../lib/format'
import { type HookFailure, type HookFigures, hookFigures, lastFailures } from '../../lib/view/hook-figures'
import { verdictMark } from '../../lib/view/mark'
import { describeVerdict } from '../../lib/view/sentences'
import { useOpenSession, useShown, useTurnEvents } from '../session/session-context'
import styles from './attachment-panel.module.css'
import { Section } from './panel'
import { LineButton } from './turn-panel'

const ROWS: readonly (readonly [name: string, of: (figures: HookFigures) => string])[] = [
  ['Asked', ({ asked }) => formatCount(asked)],
  ['Decided', ({ decided }) => formatCount(decided)],
  ['Failed', ({ failed }) => formatCount(failed)],
  ['Median', ({ medianMs }) => (medianMs === null ? '–' : formatDuration(medianMs))],
  ['95th percentile', ({ p95Ms }) => (p95Ms === null ? '–' : formatDuration(p95Ms))],
]

/** How it has done, in the turn that is shown and in the session. */
export function AttachmentFigures({ hook }: { readonly hook: Attachment }) {
  const { state, select } = useOpenSession()
  const { turn: whole, walk } = useShown()
  useTurnEvents(whole)
  const turn = walk?.turn ?? whole
  if (turn === null) return null
  const [inTurn, inSession] = [hookFigures([turn], hook.id), hookFigures(state.turns, hook.id)]
  const failures = lastFailures(state.turns, hook.id)
  return (
    <>
      <Section title="How it has done">
        <table className={styles.figures}>
          <thead>
            <tr>
              <td />
              <th scope="col">turn {turn.number}</th>
              <th scope="col">session</th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([name, of]) => (
              <tr key={name} data-bad={name === 'Failed' && inSession.failed > 0}>
                <th scope="row">{name}</th>
                <td>{of(inTurn)}</td>
                <td>{of(inSession)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      {failures.length === 0 ? null : (
        <Section title="Last failures">
          <ul className={styles.spoken}>
            {failures.map((failure) => (
              <li key={failure.entry.seq}>
                <Failure
                  failure={failure}
                  onPick={() => {
                    const span = failure.entry.span ?? failure.entry.about
                    if (span !== null) select({ kind: 'span', span })
                  }}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function Failure({ failure, onPick }: { readonly failure: HookFailure; readonly onPick: () => void }) {
  const { verdict, point } = failure.entry
  return (
    <LineButton
      mark={verdictMark(verdict)}
      title={`Turn ${failure.turn}`}
      aside={point}
      text={describeVerdict(verdict)}
      onPick={onPick}
    />
  )
}
