import { describe, expect, test } from 'vitest'
import { ModelError } from './model'
import { planRepair } from './retry'
import { readRetryAfter } from './retry-after'

describe('67-retry-after-forms: how long a server asks to wait', () => {
  const now = Date.parse('2030-11-30T12:00:00Z')
  test.each([
    ['retry-after', '30', 30_000],
    ['retry-after', '0', 0],
    ['retry-after', 'Sat, 30 Nov 2030 12:00:05 GMT', 5_000],
    ['retry-after', 'Sat, 30 Nov 2030 11:00:00 GMT', 0],
    ['retry-after-ms', '1500', 1_500],
    ['retry-after', '3600', 3_600_000],
    ['retry-after', '0x10', null],
    ['retry-after', '1e3', null],
    ['retry-after', 'abc', null],
    ['retry-after', '-5', null],
    ['retry-after', '2030', 2_030_000],
    ['x-other', '5', null],
  ])('%s: %s', (header, value, ms) => {
    expect(readRetryAfter((name) => (name === header ? value : null), now)).toBe(ms)
  })
})

describe('the built-in repair of a failed call', () => {
  const error = (status: number | null, retryAfterMs: number | null = null) =>
    new ModelError('failed', { status, retryAfterMs })

  test.each([
    ['a rate limit is waited out', error(429), 0, 0, { plan: 'wait', ms: 250 }],
    ['with jitter', error(429), 0, 0.999, { plan: 'wait', ms: 500 }],
    ['twice as long each time', error(429), 3, 0, { plan: 'wait', ms: 2_000 }],
    ['an overloaded server too', error(529), 0, 0, { plan: 'wait', ms: 250 }],
    ['a server that was never reached too', error(null), 0, 0, { plan: 'wait', ms: 250 }],
    ['not for ever', error(503), 6, 0, { plan: 'fail' }],
    ['the server’s wish comes first', error(429, 1_500), 3, 0, { plan: 'wait', ms: 1_500 }],
    ['also none', error(429, 0), 0, 0, { plan: 'wait', ms: 0 }],
    ['up to a minute', error(429, 60_000), 0, 0, { plan: 'wait', ms: 60_000 }],
    ['above, a person decides', error(429, 60_001), 0, 0, { plan: 'ask', ms: 60_001 }],
    ['a wrong key ends the turn', error(401), 0, 0, { plan: 'fail' }],
    ['a bad request ends the turn', error(400, 5), 0, 0, { plan: 'fail' }],
  ])('%s', (_, failed, repairs, random, plan) => {
    expect(planRepair({ error: failed, repairs, random })).toEqual(plan)
  })
})
