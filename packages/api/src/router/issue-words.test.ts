import { issueWords } from '@belay/hooks'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const rows: readonly [schema: z.ZodType, value: unknown, says: string | null][] = [
  [z.array(z.string()), 5, 'must be a list, and is a number'],
  [z.string(), [], 'must be text, and is a list'],
  [z.boolean(), 'x', 'must be true or false, and is text'],
  [z.boolean(), undefined, 'is missing'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.literal('q'), 'z', 'must be "q"'],
  [z.enum(['a', 'b']), 'c', 'must be one of "a", "b"'],
  [z.union([z.string(), z.number()]), true, 'is none of what fits here'],
  [z.string().min(2), '', 'must have at least 2 characters'],
  [z.array(z.string()).min(1), [], 'must have at least 1 entry'],
  [z.array(z.string()).max(2), ['', '', ''], 'must have at most 2 entries'],
  [z.number().min(1), 0, 'must be at least 1'],
  [z.number().positive(), 0, 'must be more than 0'],
  [z.number().max(5), 6, 'must be at most 5'],
  [z.string().regex(/x/), 'a', 'must match /x/'],
  [z.strictObject({}), { zz: 1 }, 'has "zz", which is not known'],
  [z.string().refine(() => false, 'Name a folder.'), 'a', null],
]

describe('what a schema says of a value, for people', () => {
  it.each(rows)('%#: %j %s', (schema, value, says) => {
    expect(issueWords(schema.safeParse(value).error?.issues[0]?.message ?? 'it fits')).toBe(says)
  })
})
