/** Whether an entry is asked about an event: its matchers first, then its `if`. Works on recorded payloads as on new ones. */
import type { JsonObject } from '@belay/trace'
import type { CommandEntry } from '../entry'
import { commandMatcher, matchedField, selects } from './command-matcher'
import { type ConditionPlace, readCondition } from './condition'

/** Null where it is to be asked, else why not. */
export type EntryFilter = (payload: JsonObject) => 'matcher' | 'if' | null

export function entryFilter(entry: CommandEntry, place: ConditionPlace): EntryFilter {
  const { event } = entry
  const field = matchedField(event)
  const matchers = entry.places.map(({ matcher }) => commandMatcher(matcher))
  const condition = entry.condition === null ? null : readCondition(entry.condition, place)
  return (payload) => {
    const value = field === null ? '' : payload[field]
    const text = typeof value === 'string' ? value : ''
    const selected = field === null || matchers.some((one) => one.ok && selects(one.matches, event, text))
    if (!selected) return 'matcher'
    if (condition === null) return null
    return condition.ok && condition.condition.holds(text, payload.tool_input ?? null) ? null : 'if'
  }
}
