'use client'
import type { Mark } from '@belay/canvas'
/** A chain as a column of signs: who was asked, what each said and changed, what it came to, and who was not asked. */
import { type Answer, ATTR, type OutcomeEntry, type QuestionState, type SpanId } from '@belay/trace'
import type { Chain, ChainPart, ChainStep, PermissionSaid, VerdictStep } from '../../lib/view/chain'
import { labelIn, rulingOf } from '../../lib/view/hook-labels'
import { outcomeText, ranText } from '../../lib/view/outcome-text'
import { useOpenSession } from '../session/session-context'
import { Inline } from '../ui/inline'
import { ChainStepLine as Step } from './chain-step-line'
import styles from './chain-view.module.css'
import { ChangeView } from './change-view'
import { NotAskedList } from './not-asked-list'

interface Props {
  readonly chain: Chain
  /** The hook call that is selected, to stand out. */
  readonly selected: SpanId | null
}

export function ChainView({ chain, selected }: Props) {
  const { about, call } = chain
  const isCall = about.kind === 'tool' || about.kind === 'inner'
  const before = chain.parts.filter((part) => !isCall || part.point !== 'tools.after')
  const after = chain.parts.filter((part) => isCall && part.point === 'tools.after')
  const ran = isCall ? ranText(about) : null
  return (
    <div className={styles.chain}>
      <ol className={styles.steps}>
        {isCall ? (
          <Step mark="pass" title={about.kind === 'inner' ? 'the cell asked' : 'the model asked'}>
            {call?.name ?? about.name} {String(about.attributes[ATTR.toolSubject] ?? '')}
          </Step>
        ) : null}
        {before.map((part) => (
          <Part key={part.key} part={part} selected={selected} headed={!isCall} />
        ))}
        {chain.permission === null ? null : <PermissionRow said={chain.permission} />}
        {ran === null ? null : (
          <Step mark={ran.mark} title={ran.title} ms={ran.ms}>
            {ran.text}
          </Step>
        )}
        {after.map((part) => (
          <Part key={part.key} part={part} selected={selected} headed />
        ))}
      </ol>
      <NotAskedList
        lines={chain.parts.flatMap((part) => part.notAsked.map((line) => ({ ...line, point: part.point })))}
        parts={chain.parts.length}
      />
      {chain.parts.length === 0 ? (
        <p className={styles.none}>No hook stands at a point that is asked about this.</p>
      ) : null}
    </div>
  )
}

function Part({
  part,
  selected,
  headed,
}: {
  readonly part: ChainPart
  readonly selected: SpanId | null
  readonly headed: boolean
}) {
  return (
    <>
      {headed ? <li className={styles.point}>{part.point}</li> : null}
      {part.steps.map((step) => (
        <ChainRow key={step.key} step={step} selected={selected} />
      ))}
    </>
  )
}

function ChainRow({ step, selected }: { readonly step: ChainStep; readonly selected: SpanId | null }) {
  switch (step.kind) {
    case 'verdict':
      return <VerdictRow step={step} selected={selected !== null && step.entry.span === selected} />
    case 'question':
      return <QuestionRow question={step.question} />
    case 'outcome':
      return <OutcomeRow entry={step.entry} mark={step.mark} />
  }
}

function QuestionRow({ question: { question, answer } }: { readonly question: QuestionState }) {
  const asker = question.hook ?? 'permission'
  const title = answer === null ? 'waiting for you' : answer.say === 'closed' ? 'nobody answered' : 'you answered'
  return (
    <>
      <Step mark="ask" title={`${asker} asks`}>
        <Inline text={question.text} />
      </Step>
      <Step mark={answer?.say === 'deny' ? 'block' : 'ask'} title={title}>
        <Inline text={answer === null ? 'the call, and what comes behind it, is held' : answerText(answer)} />
      </Step>
    </>
  )
}

function PermissionRow({ said }: { readonly said: PermissionSaid }) {
  switch (said.kind) {
    case 'question':
      return <QuestionRow question={said.question} />
    case 'refused':
      return (
        <Step mark="block" title="permission">
          <Inline text={said.text === '' ? 'refused' : said.text} />
        </Step>
      )
    case 'allowed':
      return (
        <Step mark="pass" title="permission" quiet>
          allowed without a question
        </Step>
      )
  }
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

function VerdictRow({ step, selected }: { readonly step: VerdictStep; readonly selected: boolean }) {
  const { state, select } = useOpenSession()
  const { verdict, span, turn } = step.entry
  const suffix = [
    verdict.mode === 'shadow' ? 'shadow' : '',
    verdict.recheck ? 'asked again' : '',
    verdict.lost ? 'lost' : '',
    verdict.late ? 'late' : '',
  ]
  return (
    <Step
      mark={step.mark}
      hollow={verdict.mode === 'shadow'}
      quiet={step.mark === 'pass'}
      selected={selected}
      ms={verdict.durationMs}
      title={[labelIn(rulingOf(state, turn), verdict), ...suffix.filter((part) => part !== '')].join(' · ')}
      onPick={span === null ? undefined : () => select({ kind: 'span', span })}
      below={step.change === null ? null : <ChangeView change={step.change} />}
    >
      <Inline text={step.text} />
    </Step>
  )
}

function OutcomeRow({ entry, mark }: { readonly entry: OutcomeEntry; readonly mark: Mark }) {
  const { context, notes, wouldBe, decision } = entry.outcome
  return (
    <Step mark={mark} title="outcome" outcome>
      <Inline text={outcomeText(entry, entry.outcome.by !== null)} />
      {context.map((text) => (
        <span key={text} className={styles.extra}>
          context for the model: {text}
        </span>
      ))}
      {notes.map((text) => (
        <span key={text} className={styles.extra}>
          note: {text}
        </span>
      ))}
      {wouldBe === null || wouldBe === decision ? null : (
        <span className={styles.extra}>with its shadow hooks enforced: {wouldBe}</span>
      )}
    </Step>
  )
}
