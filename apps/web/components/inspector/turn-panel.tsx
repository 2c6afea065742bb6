'use client'
import type { Mark } from '@belay/canvas'
import { formatDuration } from '@belay/canvas'
/** The turn at a glance, for when nothing is selected: what its hooks did, and where to look. */
import type { SessionState, TurnState, VerdictEntry } from '@belay/trace'
import { formatCount } from '../../lib/format'
import { labelIn, rulingOf } from '../../lib/view/hook-labels'
import { verdictMark } from '../../lib/view/mark'
import { TURN_CODE, TURN_STATUS } from '../../lib/view/sentences'
import { silenceText, spokenOf } from '../../lib/view/spoken'
import { costText, failedText, turnDurationMs, turnFigures } from '../../lib/view/turn-figures'
import { FilesSection } from '../files/files-section'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { useOpenSession, useShown, useTurnEvents } from '../session/session-context'
import { Controls } from '../ui/controls'
import { Inline } from '../ui/inline'
import { CommandTrust } from './command-trust'
import { type Fact, Facts, Muted, Panel, Section } from './panel'
import styles from './turn-panel.module.css'

export function TurnPanel() {
  const { state, nowMs } = useOpenSession()
  const { turn } = useShown()
  useTurnEvents(turn)
  if (turn === null) return <NoTurn />
  return (
    <Panel
      title={`Turn ${turn.number}`}
      subtitle="at a glance"
      tabs={[
        {
          id: 'turn',
          label: 'Turn',
          body: (
            <>
              <CommandTrust />
              <Said turn={turn} />
              <FilesSection turn={turn} />
              <Section title="Figures">
                <Facts facts={figuresOf(state, turn, nowMs())} />
              </Section>
            </>
          ),
        },
      ]}
    />
  )
}

function NoTurn() {
  return (
    <Panel
      title="Inspector"
      tabs={[
        {
          id: 'empty',
          label: 'Empty',
          body: (
            <>
              <CommandTrust />
              <Muted>
                Send a message: the turn appears on the board. Click a call, a hook or a station there, and it is
                explained here.
              </Muted>
            </>
          ),
        },
      ]}
    />
  )
}

/** More lines than this are no glance. */
const MOST_LINES = 40

function Said({ turn }: { readonly turn: TurnState }) {
  const { select } = useOpenSession()
  const spoken = spokenOf(turn)
  const shown = spoken.slice(0, MOST_LINES)
  return (
    <Section title="What hooks said">
      {spoken.length === 0 ? (
        <Muted>{silenceText(turn)}</Muted>
      ) : (
        <ul className={styles.list}>
          {shown.map(({ entry, count, text }) => (
            <li key={entry.seq}>
              <SpokenRow
                entry={entry}
                mark={verdictMark(entry.verdict)}
                {...{ count, text }}
                onPick={() => {
                  const span = entry.span ?? entry.about
                  if (span !== null) select({ kind: 'span', span })
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {spoken.length > shown.length ? (
        <Muted>{spoken.length - shown.length} more kinds of answers are on the board.</Muted>
      ) : null}
      <p className={styles.hint}>Click a call, a hook or a station on the board to see all about it.</p>
    </Section>
  )
}

interface RowProps {
  readonly entry: VerdictEntry
  readonly mark: Mark
  readonly count?: number
  readonly text: string
  readonly onPick: () => void
}

export function SpokenRow({ entry: { verdict, point, turn }, mark, count = 1, text, onPick }: RowProps) {
  const { state } = useOpenSession()
  const hollow = verdict.mode === 'shadow'
  return (
    <LineButton
      {...{ mark, hollow, text, onPick }}
      title={labelIn(rulingOf(state, turn), verdict)}
      aside={count === 1 ? point : `${point} · ${count} times`}
    />
  )
}

interface LineProps {
  readonly mark: Mark
  readonly hollow?: boolean
  readonly title: string
  readonly aside: string
  readonly text: string
  readonly onPick: () => void
}

/** A sign, what it is about, and what was said: a click goes there. */
export function LineButton({ mark, hollow = false, title, aside, text, onPick }: LineProps) {
  return (
    <button type="button" className={styles.row} onClick={onPick}>
      <VerdictGlyph mark={mark} size={15} hollow={hollow} />
      <span className={styles.said}>
        <span className={styles.hook}>
          <Controls text={title} />
          <span className={styles.point}>{aside}</span>
        </span>
        <span className={styles.text}>
          <Inline text={text} />
        </span>
      </span>
    </button>
  )
}

function figuresOf(state: SessionState, turn: TurnState, nowMs: number): readonly Fact[] {
  const figures = turnFigures(state, turn, nowMs)
  const { asked, refused, rewritten, failed, hookMs, tokens } = figures
  const kinds = failedText(figures)
  const tookMs = turnDurationMs(state, turn)
  const why = [turn.code === null ? null : TURN_CODE[turn.code], turn.reason].filter((part) => part !== null).join(': ')
  return [
    { name: 'Status', value: TURN_STATUS[turn.status] },
    ...(why === '' ? [] : [{ name: 'Why', value: why }]),
    ...(tookMs === null ? [] : [{ name: 'Duration', value: formatDuration(tookMs) }]),
    { name: 'Model', value: `${turn.provider}/${turn.model}` },
    { name: 'Hooks asked', value: `${formatCount(asked)}, ${formatDuration(hookMs)} in all` },
    { name: 'Refused', value: formatCount(refused) },
    { name: 'Rewritten', value: formatCount(rewritten) },
    { name: 'Failed', value: `${formatCount(failed)}${kinds === null ? '' : `: ${kinds}`}` },
    ...(tokens.known
      ? [
          {
            name: 'Tokens',
            value: `${tokens.whole ? '' : '≥ '}${formatCount(tokens.input)} in (${formatCount(tokens.cached)} cached), ${formatCount(tokens.output)} out`,
          },
        ]
      : []),
    ...(tokens.cost === null ? [] : [{ name: 'Cost', value: costText(tokens.cost) }]),
    { name: 'Composition', value: turn.composition.slice(0, 12) },
  ]
}
