/** What a verdict carries as its hook's version: the code that ran together with the parameters that it ran with. */
import { createHash } from 'node:crypto'
import type { Json, JsonObject } from '@belay/trace'

export function attachmentVersion(code: string, params: JsonObject): string {
  return createHash('sha256')
    .update(canonical([code, params]))
    .digest('hex')
}

/** JSON with sorted keys: one text for one value. */
export function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
