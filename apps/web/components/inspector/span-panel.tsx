'use client'
import { type Mark, markOfOutcome } from '@belay/canvas'
import { ATTR, type SessionState, type Span, type SpanDetail, type Verdict } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../lib/errors'
import { spanDetailQuery } from '../../lib/queries'
import { aboutOf } from '../../lib/view/about'
import { verdictMark } from '../../lib/view/mark'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { useOpenSession, useShown, useTurnEvents } from '../session/session-context'
import { ForkHere } from '../sessions/fork-here'
import { CommandRan } from './command-ran'
import { JsonView } from './json-view'
import { ModelSaw } from './model-saw'
import { Muted, Panel, type PanelTab } from './panel'
import { SpanFacts } from './span-facts'
import { useWhy, type Why } from './use-why'
import { WhyView } from './why-view'

export function SpanPanel({ span }: { readonly span: Span }) {
  const { id, state } = useOpenSession()
  const { turn } = useShown()
  useTurnEvents(turn)
  const [tab, setTab] = useState('chain')
  const { data, error } = useQuery(spanDetailQuery(id, span))
  const why = useWhy(span)
  const detail = error === null ? (data ?? null) : null
  const trouble = error === null ? null : `The payloads could not be read: ${sentenceOf(error)}`
  const sign = signOf(state, span)
  return (
    <Panel
      title={titleOf(span)}
      subtitle={subtitleOf(span, why.about)}
      sign={sign === null ? null : <VerdictGlyph mark={sign} size={17} />}
      tabs={tabsOf({ span, verdict: verdictOf(state, span), why, detail, trouble })}
      tab={tab}
      onTab={setTab}
    />
  )
}

interface Shown {
  readonly span: Span
  /** Of a hook that has answered. */
  readonly verdict: Verdict | null
  readonly why: Why
  /** null while it is fetched. */
  readonly detail: SpanDetail | null
  readonly trouble: string | null
}

function tabsOf(shown: Shown): readonly PanelTab[] {
  const { span, why } = shown
  const chainTab = {
    id: 'chain',
    label: 'Chain',
    body: (
      <>
        <WhyView found={why} selected={span.kind === 'hook' ? span.id : null} />
        <ForkHere span={span} />
      </>
    ),
  }
  const facts = { id: 'facts', label: 'Details', body: <SpanFacts span={span} detail={shown.detail} /> }
  const modelSaw = {
    id: 'model',
    label: 'Model saw',
    body: <ModelSaw found={why} hook={span.kind === 'hook' ? span.id : null} />,
  }
  switch (span.kind) {
    case 'hook':
      return [
        chainTab,
        // What a command was given stands with it.
        commandTab(shown) ?? payload(shown, { id: 'handed', label: 'Handed', keys: ['handed', 'original'] }),
        payload(shown, { id: 'answer', label: 'Answer', keys: ['answered', 'after'] }),
        modelSaw,
        shown.verdict?.command === undefined
          ? payload(shown, { id: 'output', label: 'Output', keys: ['stdout', 'stderr'], optional: true })
          : null,
        facts,
      ].filter((tab) => tab !== null)
    case 'tool':
    case 'inner':
      return [
        chainTab,
        payload(shown, { id: 'handed', label: 'Handed', keys: ['arguments', 'after'] }),
        modelSaw,
        payload(shown, { id: 'output', label: 'Output', keys: ['result'] }),
        facts,
      ].filter((tab) => tab !== null)
    case 'model':
      return [
        facts,
        payload(shown, { id: 'request', label: 'Request', keys: ['request'] }),
        payload(shown, { id: 'response', label: 'Response', keys: ['response'] }),
        chainTab,
      ].filter((tab) => tab !== null)
    case 'compaction':
      return [
        facts,
        payload(shown, { id: 'prompt', label: 'Prompt', keys: ['prompt'], optional: true }),
        chainTab,
      ].filter((tab) => tab !== null)
    case 'turn':
    case 'step':
      return [chainTab, facts]
  }
}

/** How a command ran, where it is one that was started. */
function commandTab({ verdict, detail }: Shown): PanelTab | null {
  if (verdict?.command === undefined) return null
  return { id: 'command', label: 'Command', body: <CommandRan verdict={verdict} detail={detail} /> }
}

interface Payload {
  readonly id: string
  readonly label: string
  readonly keys: readonly string[]
  /** Left out where the span has none of it. */
  readonly optional?: boolean
}

const TITLES: Readonly<Record<string, string>> = {
  handed: 'What it was handed',
  original: 'Before the first hook',
  answered: 'What it answered',
  after: 'What went on',
  arguments: 'Arguments, as the model gave them',
  result: 'Result',
  prompt: 'What the summarizer was asked',
  request: 'Request',
  response: 'Response',
  stdout: 'Standard output',
  stderr: 'Standard error',
}

function payload({ span, detail, trouble }: Shown, { id, label, keys, optional = false }: Payload): PanelTab | null {
  const present = keys.filter((key) => detail?.[key] !== undefined)
  if (optional && present.length === 0) return null
  const waiting =
    detail === null ? 'Reading…' : span.end === null ? 'It has not come to this yet.' : 'Nothing was kept of this.'
  return {
    id,
    label,
    body:
      present.length === 0 ? (
        <Muted>{trouble ?? waiting}</Muted>
      ) : (
        present.map((key) => <JsonView key={key} title={TITLES[key] ?? key} value={detail?.[key] ?? null} />)
      ),
  }
}

function titleOf(span: Span): string {
  switch (span.kind) {
    case 'step':
      return `Step ${span.attributes[ATTR.step] ?? span.name}`
    case 'turn':
      return `Turn ${span.attributes[ATTR.turnNumber] ?? ''}`
    case 'compaction':
      return 'Compaction'
    case 'model':
    case 'tool':
    case 'inner':
    case 'hook':
      return span.name
  }
}

function subtitleOf(span: Span, about: Span): string {
  const step = about.attributes[ATTR.step]
  const at = typeof step === 'number' && span.kind !== 'step' ? ` · step ${step}` : ''
  switch (span.kind) {
    case 'hook':
      return `${span.attributes[ATTR.point] ?? ''} · ${about.kind === 'tool' ? about.name : about.kind}${at}`
    case 'tool':
    case 'inner':
      return `${span.attributes[ATTR.toolSubject] ?? ''}${at}`
    case 'model':
      return `model call${at}`
    case 'turn':
      return span.name
    case 'step':
    case 'compaction':
      return ''
  }
}

function verdictOf(state: SessionState, span: Span): Verdict | null {
  if (span.kind !== 'hook') return null
  const about = aboutOf(state, span)
  return state.verdictsAbout.get(about.id)?.find((one) => one.span === span.id)?.verdict ?? null
}

/** The sign of a hook is its own verdict's; of a call, what the point before it came to. */
function signOf(state: SessionState, span: Span): Mark | null {
  if (span.status === 'waiting') return 'ask'
  if (span.kind === 'hook') {
    const verdict = verdictOf(state, span)
    return verdict === null ? null : verdictMark(verdict)
  }
  if (span.kind !== 'tool' && span.kind !== 'inner') return null
  const said = state.outcomesAbout.get(span.id)?.findLast(({ point }) => point === 'tools.before')
  return said === undefined ? null : markOfOutcome(said.outcome)
}
