import { attachmentId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { setCountText } from './set-count'

const ids = (...names: readonly string[]) => names.map((name) => ({ id: attachmentId(name) }))

describe('what came of attaching a set', () => {
  it.each([
    ['all of it was there', 2, ids('a', 'b'), ids('a', 'b'), 'All of careful is attached already.'],
    ['some of it was there', 3, ids('a', 'b'), ids('a', 'b', 'c'), '1 attached, 2 were there.'],
    ['one of it was there', 2, ids('a'), ids('a', 'c'), '1 attached, 1 was there.'],
    ['none of it was there', 2, ids('a'), ids('a', 'b', 'c'), ''],
    ['it took the place of others', 2, ids('a', 'x'), ids('a', 'c'), '1 attached, 1 was there.'],
    ['all of a session was there', null, ids('a'), ids('a'), 'All careful are attached already.'],
    ['its size is not known', null, ids('a'), ids('a', 'c'), ''],
  ])('%s', (_, size, before, after, says) => {
    expect(setCountText({ called: 'careful', size, before, after })).toBe(says)
  })
})
