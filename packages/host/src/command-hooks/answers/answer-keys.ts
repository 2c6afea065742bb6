/** The keys of an answer and where each belongs, for the one who wrote it in another place or with another letter. */
import { nearest } from '@belay/hooks'
import type { JsonObject } from '@belay/trace'
import type { CommandEvent } from '../entry'

export const SPECIFIC = 'hookSpecificOutput'

const TOP = ['continue', 'stopReason', 'decision', 'reason', 'systemMessage', 'suppressOutput', SPECIFIC]
const INNER = [
  ...['hookEventName', 'permissionDecision', 'permissionDecisionReason', 'updatedInput', 'additionalContext'],
  'updatedToolOutput',
]
/** Events at which a key says something; the others of `INNER` say it everywhere. */
const ONLY_AT: Readonly<Record<string, readonly CommandEvent[]>> = {
  permissionDecision: ['PreToolUse'],
  permissionDecisionReason: ['PreToolUse'],
  updatedInput: ['PreToolUse'],
  updatedToolOutput: ['PostToolUse', 'PostToolUseFailure'],
  decision: ['PermissionRequest'],
  additionalContext: [
    ...(['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'Stop'] as const),
    ...(['SessionStart', 'SubagentStart', 'SubagentStop'] as const),
  ],
}
/** Other words for a key, and those of Claude Code and other agents that say nothing here. */
const MEANT: Readonly<Record<string, string>> = {
  updatedMCPToolOutput: 'updatedToolOutput',
  tool_input: 'updatedInput',
  permission: 'permissionDecision',
  message: 'systemMessage',
}
const ENTRY_KEYS = new Set(['async', 'asyncTimeout', 'timeout', 'once', 'onFailure'])
const NO_EFFECT = new Set([
  ...['terminalSequence', 'sessionTitle', 'suppressOriginalPrompt', 'initialUserMessage', 'watchPaths', 'reloadSkills'],
  ...['classifierContext', 'clearContext', 'llm_request', 'llm_response', 'tailToolCallRequest'],
])

/** A note for each key that is ignored: what it is called and where it belongs. */
export function keyNotes(event: CommandEvent, object: JsonObject, specific: JsonObject | null): readonly string[] {
  const top = Object.keys(object).filter((key) => !TOP.includes(key))
  const inner = Object.keys(specific ?? {}).filter((key) => !isAt(event, key))
  return [
    ...top.map((key) => `its key "${key}" was ignored: ${wrongAtTop(event, key)}`),
    ...inner.map((key) => `its key "${SPECIFIC}.${key}" was ignored: ${wrongInside(event, key)}`),
  ]
}

function isAt(event: CommandEvent, key: string): boolean {
  const only = Object.hasOwn(ONLY_AT, key) ? ONLY_AT[key] : undefined
  return only === undefined ? INNER.includes(key) : only.includes(event)
}

function wrongAtTop(event: CommandEvent, key: string): string {
  if (!INNER.includes(key)) return stranger(event, key)
  return isAt(event, key) ? `it belongs into ${SPECIFIC}` : `it belongs into ${SPECIFIC}, ${onlyAt(key)}`
}

function wrongInside(event: CommandEvent, key: string): string {
  if (Object.hasOwn(ONLY_AT, key) && key !== 'decision') return `it is ${onlyAt(key)}`
  if (TOP.includes(key)) return `it belongs beside ${SPECIFIC}, not into it`
  return stranger(event, key)
}

function onlyAt(key: string): string {
  return `for ${(ONLY_AT[key] ?? []).join(', ')}`
}

function stranger(event: CommandEvent, key: string): string {
  if (ENTRY_KEYS.has(key)) return 'it belongs into the entry in hooks.json'
  if (NO_EFFECT.has(key)) return 'it has no effect here'
  const near = (Object.hasOwn(MEANT, key) ? MEANT[key] : undefined) ?? nearest(key, [...TOP, ...INNER])
  if (near === undefined || near === null) return 'there is no such key'
  const place = INNER.includes(near) ? `${SPECIFIC}.${near}` : near
  return `did you mean "${place}"${INNER.includes(near) && !isAt(event, near) ? ` (${onlyAt(near)})` : ''}?`
}
