'use client'
/**
 * Why something came out as it did: what it was, who was asked and what each made of it, what permission and the person said,
 * what came of it, and who was not asked. All of it is the answer of one operation; nothing is guessed here.
 */
import type { Answer, Span, SpanId } from '@belay/trace'
import type { CallWhy, PointChain } from '../../lib/api'
import { permissionMark } from '../../lib/view/link-words'
import { ranText } from '../../lib/view/outcome-text'
import { FoldedText } from '../conversation/folded-text'
import { CopyButton } from '../ui/copy-button'
import { Inline } from '../ui/inline'
import { JsonView } from './json-view'
import { Muted } from './panel'
import type { Why } from './use-why'
import styles from './why.module.css'
import { WhyLine } from './why-line'
import { WhyNotAsked } from './why-not-asked'
import { WhyPoint } from './why-point'

interface Props {
  readonly found: Why
  /** The hook's call that is selected, to stand out. */
  readonly selected: SpanId | null
}

export function WhyView({ found, selected }: Props) {
  const { why, trouble, about } = found
  if (trouble !== null && why === null) return <Muted>{trouble}</Muted>
  if (why === null) return <Muted>Reading…</Muted>
  return (
    <div className={styles.why}>
      <div className={styles.summary}>
        <p>
          <Inline text={why.sentence} />
        </p>
        <CopyButton label="Copy the chain as JSON" text={() => JSON.stringify(why, null, 2)} />
      </div>
      <ol className={styles.lines}>
        {isCall(about) ? <CallLines {...{ why, about, selected }} /> : <OtherLines {...{ why, selected }} />}
      </ol>
      <WhyNotAsked points={why.points} />
    </div>
  )
}

function isCall({ kind }: Span): boolean {
  return kind === 'tool' || kind === 'inner'
}

interface LinesProps {
  readonly why: CallWhy
  readonly selected: SpanId | null
}

function OtherLines({ why: { points }, selected }: LinesProps) {
  return named(points).map(({ key, chain }) => <WhyPoint key={key} {...{ chain, selected }} headed />)
}

/** A point that is asked more than once about the same thing: the first keeps its name while it grows. */
function named(points: readonly PointChain[]): readonly { readonly key: string; readonly chain: PointChain }[] {
  return points.map((chain, at) => ({
    key: `${chain.point} ${points.slice(0, at).filter(({ point }) => point === chain.point).length}`,
    chain,
  }))
}

function CallLines({ why, about, selected }: LinesProps & { readonly about: Span }) {
  const after = why.points.filter(({ point }) => point === 'tools.after')
  const before = why.points.filter(({ point }) => point !== 'tools.after')
  const ran = ranText(about)
  return (
    <>
      <WhyLine
        mark="pass"
        title={about.kind === 'inner' ? 'the cell asked' : 'the model asked'}
        more={why.asked === null ? null : <JsonView title="The call as it was made" value={why.asked} lines={12} />}
      >
        {why.name} {why.subject}
      </WhyLine>
      {named(before).map(({ key, chain }) => (
        <WhyPoint key={key} {...{ chain, selected }} headed={before.length > 1} />
      ))}
      <PermissionLines why={why} />
      {ran === null ? null : (
        <WhyLine mark={ran.mark} title={ran.title} ms={ran.ms}>
          {ran.text}
        </WhyLine>
      )}
      {named(after).map(({ key, chain }) => (
        <WhyPoint key={key} {...{ chain, selected }} headed />
      ))}
      <ToldLine why={why} />
    </>
  )
}

function PermissionLines({ why: { permission, question } }: Pick<LinesProps, 'why'>) {
  if (question !== null) return <QuestionLines question={question} />
  if (permission === null) return null
  const mark = permissionMark(permission.say, false)
  return (
    <WhyLine mark={mark} title="permission" tone={mark === 'pass' ? 'quiet' : 'plain'}>
      <Inline text={permission.say === 'skipped' ? `not asked: ${permission.sentence}` : permission.sentence} />
    </WhyLine>
  )
}

type Asked = NonNullable<CallWhy['question']>

function QuestionLines({ question: { question, answer } }: { readonly question: Asked }) {
  const title = answer === null ? 'waiting for you' : answer.say === 'closed' ? 'nobody answered' : 'you answered'
  const args = answer?.say === 'allow' ? answer.args : null
  return (
    <>
      <WhyLine mark="ask" title={`${question.hook ?? 'permission'} asks`}>
        <Inline text={question.text} />
      </WhyLine>
      <WhyLine
        mark={permissionMark('asked', answer?.say === 'deny')}
        title={title}
        more={args === null ? null : <JsonView title="The arguments that you gave" value={args} lines={12} />}
      >
        <Inline text={answer === null ? 'the call, and what comes behind it, is held' : answerText(answer)} />
      </WhyLine>
    </>
  )
}

function answerText(answer: Answer): string {
  switch (answer.say) {
    case 'allow':
      return `allowed ${answer.scope === 'once' ? 'once' : 'for this session'}${answer.args === null ? '' : ', with other arguments'}`
    case 'deny':
      return `denied${answer.reason === null ? '' : `: ${answer.reason}`}`
    case 'closed':
      return `closed: ${answer.reason}`
  }
}

function ToldLine({ why: { told, context } }: Pick<LinesProps, 'why'>) {
  if (told === null) return null
  const first = told.split('\n', 1)[0] ?? ''
  return (
    <WhyLine mark="pass" tone="outcome" title="the model read" more={<FoldedText text={told} lines={16} />}>
      <span className={styles.one}>{first === '' ? '(nothing)' : first}</span>
      {context.map(({ hook, text }) => (
        <span key={`${hook} ${text}`} className={styles.extra}>
          context from {hook}: <Inline text={text} />
        </span>
      ))}
    </WhyLine>
  )
}
