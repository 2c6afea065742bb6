'use client'
/** What a firing came to, beside the code: the verdict, what it changed, what it told whom, and where it went wrong. */
import { formatDuration } from '@belay/canvas'
import type { Outcome, Verdict } from '@belay/trace'
import { diffValues } from '../../lib/view/diff'
import { verdictMark } from '../../lib/view/mark'
import { outcomeText } from '../../lib/view/outcome-text'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { DiffView } from '../inspector/diff-view'
import { Folded } from '../ui/folded'
import { Inline } from '../ui/inline'
import { changeOf, lineIn } from './fired-event'
import { ownPlace } from './own-hook'
import styles from './try-it.module.css'
import type { Fired } from './use-fired'

interface Props {
  readonly fired: Fired
  /** Which tools it is asked about; null: all. */
  readonly matcher: string | null
  readonly onLine: (line: number) => void
}

export function FiredResult({ fired: { firing, result }, matcher, onLine }: Props) {
  if (!result.ok) {
    const slug = firing.what.kind === 'draft' ? firing.what.slug : firing.what.hook.slug
    return <Problems problems={result.problems.map((problem) => ownPlace(problem, slug))} onLine={onLine} />
  }
  const { outcome } = result
  const verdict = outcome.verdicts[0]
  const change = changeOf(firing.on.event, outcome)
  const sentence = sentenceFor(outcome, verdict, matcher)
  return (
    <div className={styles.fired} data-testid="fired">
      <p className={styles.verdict} data-decision={verdict?.status === 'failed' ? 'failed' : outcome.decision}>
        <VerdictGlyph mark={verdict === undefined ? 'pass' : verdictMark(verdict)} size={18} label="" />
        <span className={styles.sentence}>
          <Folded text={sentence}>
            <Inline text={sentence} />
          </Folded>
        </span>
        {verdict === undefined ? null : <span className={styles.ms}>{formatDuration(verdict.durationMs)}</span>}
      </p>
      {verdict?.error == null ? null : <Failure message={verdict.error.message} onLine={onLine} />}
      {change === null ? null : <DiffView lines={diffValues(change.before, change.after)} />}
      <Texts title="The model is told" texts={outcome.context} />
      <Texts title="It is reminded later" texts={outcome.reminders} />
      <Texts title="You are told" texts={outcome.notes} />
      {change === null && outcome.carried !== null && typeof outcome.carried !== 'string' ? (
        <pre className={styles.carried}>{JSON.stringify(outcome.carried, null, 2)}</pre>
      ) : null}
      {typeof outcome.carried === 'string' && change === null ? <Texts title="With" texts={[outcome.carried]} /> : null}
    </div>
  )
}

function sentenceFor(outcome: Outcome, verdict: Verdict | undefined, matcher: string | null): string {
  if (verdict === undefined) return 'It was not asked.'
  switch (verdict.status) {
    case 'failed':
      return verdict.error?.kind === 'timeout' ? 'It took too long and was ended.' : 'It failed.'
    case 'malformed':
      return 'What it answered can’t be read.'
    case 'not_asked':
      if (verdict.notAsked === 'matcher' && matcher !== null)
        return `It was not asked: it is asked about \`${matcher}\` only.`
      return `It was not asked: ${verdict.notAsked ?? ''}.`
    case 'use_default':
      return 'It leaves the decision to others.'
    case 'answered':
    case 'replayed':
      if (outcome.decision === 'pass' && outcome.halt === null) return 'It does not object.'
      return capitalized(outcomeText({ outcome, point: outcome.point }))
  }
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function Failure({ message, onLine }: { readonly message: string; readonly onLine: (line: number) => void }) {
  const line = lineIn(message)
  return (
    <p className={styles.failure}>
      <span>{message}</span>
      {line === null ? null : (
        <button type="button" className={styles.line} onClick={() => onLine(line)}>
          Line {line}
        </button>
      )}
    </p>
  )
}

function Problems({
  problems,
  onLine,
}: {
  readonly problems: readonly { readonly line: number | null; readonly message: string }[]
  readonly onLine: (line: number) => void
}) {
  return (
    <div className={styles.fired} data-testid="fired">
      {problems.map(({ line, message }) => (
        <div key={`${line} ${message}`}>
          <p className={styles.verdict} data-decision="failed">
            <VerdictGlyph mark="failed" size={18} label="" />
            <span className={styles.sentence}>
              <Inline text={line === null ? message : 'It does not load.'} />
            </span>
          </p>
          {line === null ? null : (
            <p className={styles.failure}>
              <span>{message}</span>
              <button type="button" className={styles.line} onClick={() => onLine(line)}>
                Line {line}
              </button>
            </p>
          )}
        </div>
      ))}
    </div>
  )
}

function Texts({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <div>
      <h4 className={styles.small}>{title}</h4>
      {texts.map((text) => (
        <div key={text} className={styles.told}>
          <Folded text={text} />
        </div>
      ))}
    </div>
  )
}
