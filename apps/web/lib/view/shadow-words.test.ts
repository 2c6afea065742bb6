import { expect, test } from 'vitest'
import { promotingText, wouldHaveText } from './shadow-words'

test.each([
  ['what it would have done, each under its own word', { block: 3, rewrite: 1 }, 'blocked 3×, rewritten 1×'],
  ['nothing where it changed nothing', {}, null],
])('%s', (_, wouldHave, text) => expect(wouldHaveText({ wouldHave })).toBe(text))

test.each([
  ['that it was not asked yet', { asked: 0, wouldHave: {} }, /It has not been asked yet/],
  ['that it would have changed nothing', { asked: 4, wouldHave: {} }, /Asked 4 times, it would have changed nothing/],
  ['what it would have done', { asked: 4, wouldHave: { block: 2 } }, /Asked 4 times, it would have blocked 2×\.$/],
])('promoting says %s', (_, record, text) => expect(promotingText(record)).toMatch(text))
