import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { misfitSentence } from './misfit'
import * as shape from './shapes'

const rows: readonly [says: string, shape: z.ZodType, input: unknown][] = [
  ['`workspace` is missing.', shape.newSession, {}],
  ['its input is missing.', shape.newSession, undefined],
  ['`workspace` must be text, and is a number.', shape.newSession, { workspace: 5 }],
  ['`title` has at most 4096 characters.', shape.newSession, { workspace: '/', title: 'x'.repeat(5_000) }],
  ['`permission` must be one of ask, auto, deny.', shape.newSession, { workspace: '/', permission: 'yes' }],
  ['`attach.0.hook` is missing.', shape.newSession, { workspace: '/', attach: [{}] }],
  ['`position` is at least 0.', shape.change, { position: -1 }],
  ['`maxIterations` is at most 10000.', shape.sendOptions, { maxIterations: 20_000 }],
  ['`workspace` is missing (1 more field does not fit).', shape.newSession, { permission: 'yes' }],
]

describe('a request that does not fit', () => {
  it.each(rows)('says: %s', (says, schema, input) => {
    const { error } = schema.safeParse(input)
    expect(error === undefined ? 'it fits' : misfitSentence(error)).toBe(`The request does not fit: ${says}`)
  })

  it('says in one line what an answer lacks', () => {
    const { error } = shape.answer.safeParse({ say: 'maybe' })
    expect(error === undefined ? '' : misfitSentence(error)).toMatch(/^The request does not fit: `say`[^\n]*\.$/)
  })
})
