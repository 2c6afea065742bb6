'use client'
import type { Field as FieldFacts } from '../../lib/view/schema-fields'
import { Choice, TextArea, TextInput } from '../ui/field'

interface Props {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
  readonly field: FieldFacts
  readonly text: string
  readonly onText: (text: string) => void
}

/** The input that fits the kind of the field. Areas are as tall as what is in them, within reason. */
export function SchemaInput({ field: { kind, required }, text, onText, ...props }: Props) {
  const rows = text.split('\n').length
  switch (kind.type) {
    case 'choice':
      return (
        <Choice {...props} value={text} onChange={(event) => onText(event.target.value)}>
          {required ? null : <option value="">–</option>}
          {kind.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </Choice>
      )
    case 'number':
      return (
        <TextInput
          {...props}
          inputMode="decimal"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            const next = steppedBy(kind, text, event.key)
            if (next === null) return
            event.preventDefault()
            onText(next)
          }}
        />
      )
    case 'list':
      return (
        <TextArea
          {...props}
          code
          rows={Math.min(8, rows + 1)}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      )
    case 'json':
      return (
        <TextArea
          {...props}
          code
          rows={Math.min(14, Math.max(2, rows))}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      )
    case 'text':
      return kind.long ? (
        <TextArea
          {...props}
          rows={Math.min(10, rows + 1)}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      ) : (
        <TextInput {...props} value={text} onChange={(event) => onText(event.target.value)} />
      )
    case 'boolean':
    case 'items':
    case 'group':
      return null
  }
}

/** The arrow keys count, within what the schema takes. */
function steppedBy({ min, max }: Extract<FieldFacts['kind'], { type: 'number' }>, text: string, key: string) {
  const by = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : null
  const from = text.trim() === '' ? (min ?? 0) - (by ?? 0) : Number(text)
  if (by === null || !Number.isFinite(from)) return null
  return String(Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min ?? Number.NEGATIVE_INFINITY, from + by)))
}
