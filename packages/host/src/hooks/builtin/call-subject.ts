/** What a call is about, for rules and questions: the command, the file, or the first text among its arguments. */
import type { HookCall } from '@belay/hooks'
import { commandPattern } from '../commands/command-pattern'
import { matchesGlob } from '../commands/glob'
import { whatRuns } from '../commands/unwrap'

/** A question is read at a glance; the card shows the whole call beside it. */
const LONGEST = 200

const SUBJECTS = ['command', 'file_path', 'path', 'url', 'query', 'to', 'name']

export function subjectOf({ args }: Pick<HookCall, 'args'>): string | null {
  for (const key of SUBJECTS) {
    const value = args[key]
    if (typeof value === 'string') return value
  }
  return Object.values(args).find((value) => typeof value === 'string') ?? null
}

/** Whether it is a command that can't be read to its end: nobody can tell what it is about. */
export function isUnreadable({ name, args }: Pick<HookCall, 'name' | 'args'>): boolean {
  return name === 'run' && typeof args.command === 'string' && whatRuns(args.command).unread !== null
}

/** A command by what it runs; anything else by its whole text or the last part of its path, `*` for anything. */
export function matchesSubject(pattern: string, { name, args }: Pick<HookCall, 'name' | 'args'>): boolean {
  const { command } = args
  if (name === 'run' && typeof command === 'string') return commandPattern(pattern).matches(whatRuns(command))
  const subject = subjectOf({ args })
  if (subject === null) return false
  return matchesGlob(pattern, subject) || matchesGlob(pattern, subject.slice(subject.lastIndexOf('/') + 1))
}

/** What the call will do, as the beginning of a question. */
export function describeCall({ name, args }: Pick<HookCall, 'name' | 'args'>): string {
  const file = typeof args.file_path === 'string' ? shown(args.file_path) : null
  if (name === 'run' && typeof args.command === 'string') return `Run ${shown(args.command)}`
  if (name === 'files.write' && file !== null) return `Write ${amount(args.content)} to ${file}`
  if (name === 'files.edit' && file !== null) return `Edit ${file}`
  if (name === 'files.read' && file !== null) return `Read ${file}`
  const subject = subjectOf({ args })
  return subject === null ? `Call ${name}` : `Call ${name} on ${shown(subject)}`
}

function amount(content: unknown): string {
  if (typeof content !== 'string') return 'something'
  const lines = content === '' ? 0 : content.split('\n').length - (content.endsWith('\n') ? 1 : 0)
  return lines === 1 ? '1 line' : `${lines} lines`
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return `\`${letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : line}\``
}
