import type { FailurePolicy, PointId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { policyText } from './policy-text'

type Row = readonly [policy: FailurePolicy, points: readonly PointId[], says: string]

const rows: readonly Row[] = [
  ['open', ['tools.before'], 'The turn goes on as if it had passed'],
  ['closed', ['tools.before'], 'The call is refused'],
  ['closed', ['tools.after'], 'The result stays, and the model is told'],
  ['closed', ['stop.done'], 'The turn goes on'],
  ['closed', ['context.build'], 'The turn ends'],
  ['closed', ['context.build', 'model.choose'], 'The turn ends'],
  [
    'closed',
    ['tools.before', 'tools.after'],
    'At tools.before the call is refused; at tools.after the result stays, and the model is told',
  ],
  ['replay', ['tools.before'], 'Its last answer stands in; where there is none, the turn ends'],
  ['open', ['memory.keep'], 'The turn ends: memory.keep knows nothing else'],
  ['open', ['memory.keep', 'stop.done'], 'The turn goes on as if it had passed; at memory.keep the turn ends'],
]

describe('what a failing hook comes to', () => {
  it.each(rows)('%s at %s', (policy, points, says) => {
    expect(policyText(policy, points)).toBe(says)
  })
})
