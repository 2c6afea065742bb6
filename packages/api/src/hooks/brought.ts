/**
 * Hooks that come with an extension or a program: they are asked before those that a person attached, in an order that is
 * theirs. A person chooses their modes and failure policies, and nothing else.
 */
import type { Attachment } from '@belay/trace'
import { type AttachmentChange, OperationError } from '../operations'

export function isBrought({ source }: Pick<Attachment, 'source'>): boolean {
  return source === 'extension' || source === 'program' || source === 'command'
}

/** What changes of it are called by: several hooks of a program have its name. */
export function calledOf(attachment: Attachment): string {
  return isBrought(attachment) && attachment.source !== 'command' ? attachment.hook : attachment.name
}

/** `the program careful`, `the extension cells`. */
export function bringerOf({ source, hook }: Pick<Attachment, 'source' | 'hook'>): string {
  if (source === 'command') return 'hooks.json'
  return `the ${source} ${hook.slice(0, Math.max(0, hook.lastIndexOf('/')))}`
}

/** Throws where a change of it is none that can be made. `place` is where it stands. */
export function refuseChange(attachment: Attachment, change: AttachmentChange, place: number): void {
  if (!isBrought(attachment)) return
  if (change.points !== undefined) throw refusedPoints(attachment, change.points.length === 0)
  const other = change.onFailure !== undefined && change.onFailure !== attachment.onFailure
  if (other && attachment.source === 'command')
    throw bad(`What \`${attachment.name}\` does when it fails stands in hooks.json: \`"onFailure": "block"\` refuses.`)
  if (change.params !== undefined) throw bad(`\`${attachment.hook}\` takes no parameters.`)
  if (change.position !== undefined && change.position !== place)
    throw bad(`\`${attachment.hook}\` cannot be moved: ${bringerOf(attachment)} says when it is asked.`)
}

export function refuseDetaching(attachment: Attachment): void {
  if (isBrought(attachment)) throw refusedPoints(attachment, true)
}

function refusedPoints(attachment: Attachment, all: boolean): OperationError {
  const { hook, source } = attachment
  const verb = all ? 'detached' : 'moved to other points'
  const instead = source === 'program' ? ', or take the program off the session' : ''
  return bad(
    `\`${hook}\` comes with ${bringerOf(attachment)} and cannot be ${verb}: switch it off or to shadow${instead}.`,
  )
}

/** Throws where an edit would mix what was attached with what was brought, which is asked first. */
export function refuseMixing(before: readonly Attachment[], after: readonly Attachment[]): void {
  const brought = before.filter(isBrought)
  const isFirst = brought.every(({ id }, place) => after[place]?.id === id)
  if (isFirst && after.filter(isBrought).length === brought.length) return
  const early = after.find((hook) => !isBrought(hook))
  const first = brought[0]
  const who = first === undefined ? 'nobody' : bringersOf(brought)
  throw bad(
    `${early === undefined ? 'A hook' : `\`${calledOf(early)}\``} cannot stand before the hooks of ${who}, which are asked first. The first place for it is ${brought.length + 1}.`,
  )
}

function bringersOf(brought: readonly Attachment[]): string {
  return [...new Set(brought.map(bringerOf))].join(' and ')
}

function bad(sentence: string): OperationError {
  return new OperationError('bad_input', sentence)
}
