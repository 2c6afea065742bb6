import { describe, expect, test } from 'vitest'
import { createQuestionKeys, type QuestionKeys } from './question-keys'

describe('whether a letter is a key of a question', () => {
  const rows: readonly [name: string, before: (keys: QuestionKeys) => void, listens: boolean][] = [
    ['on a page where nothing happened', () => undefined, true],
    ['999 ms after a card came', (keys) => keys.changed(9_001), false],
    ['a second after a card came', (keys) => keys.changed(9_000), true],
    ['amid writing, long after a card came', (keys) => [keys.changed(1_000), keys.wrote(9_800)], false],
    ['a second after the last letter', (keys) => keys.wrote(9_000), true],
    ['right after writing was ended on purpose', (keys) => [keys.wrote(9_900), keys.ended()], true],
    ['ended on purpose, under a card that just came', (keys) => [keys.changed(9_900), keys.ended()], false],
  ]
  test.each(rows)('%s', (_, before, listens) => {
    const keys = createQuestionKeys()
    before(keys)
    expect(keys.listens(10_000)).toBe(listens)
  })
})
