'use client'
import type { SpanId } from '@belay/trace'
import type { CallWhy } from '../../lib/api'
import { FoldedText } from '../conversation/folded-text'
import { Muted, Section } from './panel'
import type { Why } from './use-why'

interface Props {
  readonly found: Why
  /** Where one hook's call is selected: only what it added. */
  readonly hook: SpanId | null
}

/** What the model read because of this: the result of the call, and the context that hooks gave about it. */
export function ModelSaw({ found: { why, about, trouble }, hook }: Props) {
  if (why === null) return <Muted>{trouble ?? 'Reading…'}</Muted>
  const said = hook === null ? why.context : contextOf(why, hook)
  const { told } = why
  const isCall = about.kind === 'tool' || about.kind === 'inner'
  if (told === null && said.length === 0) {
    return (
      <Muted>
        {about.end === null
          ? 'Nothing yet: it is still being decided.'
          : 'Nothing: the model was told nothing because of this.'}
      </Muted>
    )
  }
  return (
    <>
      {told === null || !isCall ? null : (
        <Section title={about.status === 'ok' ? 'Result of the call' : 'Error result of the call'}>
          <FoldedText text={told === '' ? '(nothing)' : told} lines={24} />
        </Section>
      )}
      {said.map(({ hook: name, text }) => (
        <Section key={`${name} ${text}`} title={`Context from ${name}`}>
          <FoldedText text={text} lines={24} />
        </Section>
      ))}
    </>
  )
}

function contextOf({ points }: CallWhy, span: SpanId): CallWhy['context'] {
  const link = points.flatMap(({ links }) => links).find((one) => one.span === span)
  if (link === undefined) return []
  return [...link.verdict.context, ...link.verdict.reminders].map((text) => ({ hook: link.hook, text }))
}
