/** What rules a session, with its content hash: the same hooks, parameters and policies give the same hash. */
import { createHash } from 'node:crypto'
import type { Attachment, Composition, Json, RewriteRule } from '@belay/trace'

export interface CompositionParts {
  readonly hooks: readonly Attachment[]
  readonly rewrites: RewriteRule
  readonly stopAtFirstBlock: boolean
}

export function compose({ hooks, rewrites, stopAtFirstBlock }: CompositionParts): Composition {
  const content = { extensions: [], hooks, rewrites, stopAtFirstBlock }
  return { hash: hashOf(content), ...content }
}

export function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(canonical(JSON.parse(JSON.stringify(value))))
    .digest('hex')
}

/** JSON with sorted keys: one text for one value. */
export function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
