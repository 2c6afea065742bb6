'use client'
import type { Json } from '@belay/trace'
import { FoldedText } from '../conversation/folded-text'
import { CopyButton } from '../ui/copy-button'
import { Section } from './panel'

/** A payload to the letter: a text as text, all else as indented JSON; copied as JSON. */
export function JsonView({
  title,
  value,
  lines = 24,
}: {
  readonly title: string
  readonly value: Json
  readonly lines?: number
}) {
  const shown = typeof value === 'string' ? (value === '' ? '(nothing)' : value) : JSON.stringify(value, null, 2)
  return (
    <Section
      title={title}
      aside={<CopyButton label={`Copy ${title.toLowerCase()} as JSON`} text={() => JSON.stringify(value, null, 2)} />}
    >
      <FoldedText text={shown} lines={lines} />
    </Section>
  )
}
