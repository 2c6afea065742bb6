/** What permission, and the person whom it asked, made of a call that its hooks let through. */
import { type Answer, ATTR, type Span } from '@belay/trace'
import type { ReadQuestion } from '../reading/record-reader'
import type { PermissionSaid, PointChain } from './types'

export interface Permitted {
  readonly about: Span
  /** `tools.before` of the call; null where it never came to it. */
  readonly before: PointChain | null
  readonly question: ReadQuestion | null
  readonly told: string | null
}

/** Null where it never came to that: arguments that do not fit, a turn that ended before. */
export function permissionOf({ about, before, question, told }: Permitted): PermissionSaid | null {
  if (question !== null) return { say: 'asked', sentence: askedSentence(question) }
  const outcome = before?.outcome ?? null
  if (outcome !== null && outcome.halt !== null) return skipped(`${outcome.haltBy ?? 'a hook'} ended the turn`)
  if (outcome?.decision === 'block') return skipped(`${outcome.by ?? 'a hook'} refused the call before`)
  if (outcome?.decision === 'answer') return skipped(`${outcome.by ?? 'a hook'} answered in the place of the tool`)
  if (about.status === 'refused') return { say: 'refused', sentence: firstLine(told) ?? 'refused by permission' }
  const ran = about.attributes[ATTR.toolStarted] !== undefined
  if (!ran) return null
  if (outcome?.decision === 'allow') return skipped(`${outcome.by ?? 'a hook'} allowed it, so no question was put`)
  return { say: 'allowed', sentence: 'allowed without a question' }
}

function skipped(sentence: string): PermissionSaid {
  return { say: 'skipped', sentence }
}

function askedSentence({ question, answer }: ReadQuestion): string {
  const asker = question.hook ?? 'permission'
  return `${asker} asked “${question.text}” and ${answer === null ? 'nobody has answered yet' : answerWords(answer)}`
}

function answerWords(answer: Answer): string {
  switch (answer.say) {
    case 'allow': {
      const scope = answer.scope === 'once' ? 'once' : 'for this session'
      return `the person allowed it ${scope}${answer.args === null ? '' : ', with other arguments'}`
    }
    case 'deny':
      return `the person denied it${answer.reason === null ? '' : `: ${answer.reason}`}`
    case 'closed':
      return `it was closed: ${answer.reason}`
  }
}

function firstLine(text: string | null): string | null {
  const line = text?.split('\n', 1)[0]?.trim() ?? ''
  return line === '' ? null : line
}
