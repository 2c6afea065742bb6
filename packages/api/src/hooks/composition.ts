/** What rules a session, with its content hash: the same hooks, parameters and policies give the same hash. */
import { createHash } from 'node:crypto'
import { canonical } from '@belay/host'
import type { Attachment, Composition, RewriteRule } from '@belay/trace'

export { canonical }

export interface CompositionParts {
  readonly extensions?: readonly string[]
  readonly program?: string | undefined
  readonly commandFiles?: readonly string[] | undefined
  readonly hooks: readonly Attachment[]
  readonly rewrites: RewriteRule
  readonly stopAtFirstBlock: boolean
}

export function compose(parts: CompositionParts): Composition {
  const { extensions = [], program, commandFiles, hooks, rewrites, stopAtFirstBlock } = parts
  const ruled = {
    ...(program === undefined ? {} : { program }),
    ...(commandFiles === undefined ? {} : { commandFiles }),
  }
  const content = { extensions, ...ruled, hooks, rewrites, stopAtFirstBlock }
  return { hash: hashOf(content), ...content }
}

/** As a part that may be absent. */
export function filesOf({ commandFiles }: Pick<Composition, 'commandFiles'>): Pick<Composition, 'commandFiles'> {
  return commandFiles === undefined ? {} : { commandFiles }
}

export function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(canonical(JSON.parse(JSON.stringify(value))))
    .digest('hex')
}
