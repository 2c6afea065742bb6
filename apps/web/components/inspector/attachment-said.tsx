'use client'
import type { Attachment } from '@belay/trace'
import { verdictMark } from '../../lib/view/mark'
import { spokenOf } from '../../lib/view/spoken'
import { useOpenSession, useShown, useTurnEvents } from '../session/session-context'
import styles from './attachment-panel.module.css'
import { Muted, Section } from './panel'
import { SpokenRow } from './turn-panel'

/** What it said in the turn that is shown, as far as that is shown. */
export function AttachmentSaid({ hook }: { readonly hook: Attachment }) {
  const { select } = useOpenSession()
  const { turn: whole, walk } = useShown()
  useTurnEvents(whole)
  const turn = walk?.turn ?? whole
  if (turn === null) return null
  const own = turn.verdicts.filter(({ verdict }) => verdict.hookId === hook.id)
  const asked = own.filter(({ verdict }) => verdict.status !== 'not_asked')
  const spoken = spokenOf(turn, own)
  return (
    <Section title={walk === null ? `In turn ${turn.number}` : `In turn ${turn.number}, until event ${walk.at}`}>
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
