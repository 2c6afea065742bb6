/** What does not fit in a request, as one sentence for people: which field, and what is wrong with it. */
import { issueWords, kindOf } from '@belay/hooks'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

export function misfitSentence(error: z.core.$ZodError): string {
  if (error.issues.length === 0) return 'The request does not have the shape that this procedure takes.'
  return `The request does not fit: ${misfitOf(error)}.`
}

/** The first thing that does not fit, and how many more there are; no full stop. */
export function misfitOf({ issues }: z.core.$ZodError): string {
  const [first, ...others] = issues
  if (first === undefined) return 'it has another shape'
  const more =
    others.length === 0 ? '' : ` (${others.length} more ${others.length === 1 ? 'field does' : 'fields do'} not fit)`
  return `${problemOf(first)}${more}`
}

function problemOf(issue: Issue): string {
  const field = issue.path.length === 0 ? 'its input' : `\`${issue.path.map(String).join('.')}\``
  switch (issue.code) {
    case 'invalid_type':
      return `${field} ${issueWords(issue.message) ?? `must be ${kindOf(issue.expected)}`}`
    case 'too_big':
      return `${field} ${bound(issue.origin, Number(issue.maximum), 'most')}`
    case 'too_small':
      return `${field} ${bound(issue.origin, Number(issue.minimum), 'least')}`
    case 'invalid_value':
      return `${field} must be one of ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return `${field} has ${issue.keys.join(', ')}, which is not known`
    default:
      return `${field}: ${issue.message.replace(/\.$/, '')}`
  }
}

function bound(origin: string, limit: number, which: 'most' | 'least'): string {
  if (origin === 'string') return `has at ${which} ${limit} ${limit === 1 ? 'character' : 'characters'}`
  if (origin === 'array' || origin === 'set') return `has at ${which} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
  return `is at ${which} ${limit}`
}
