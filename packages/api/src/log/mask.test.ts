import { describe, expect, it } from 'vitest'
import { createMask, maskEvent, maskJson } from './mask'

const mask = createMask(
  {
    ANTHROPIC_API_KEY: 'value-of-a-key',
    DB_PASSWORD: 'p.a(s)s*word',
    MY_SECRET_2: 'abcdefgh',
    SHORT_TOKEN: 'abc',
    PATH: '/usr/bin:/usr/local',
  },
  'token-of-the-home',
)

describe('masking', () => {
  it.each([
    ['the value of a key variable', 'curl -H "x: value-of-a-key"', 'curl -H "x: [masked ANTHROPIC_API_KEY]"'],
    ['a value with signs of a pattern', 'p.a(s)s*word!', '[masked DB_PASSWORD]!'],
    ['a secret with a number', 'abcdefgh', '[masked MY_SECRET_2]'],
    ["the home's token", 'Bearer token-of-the-home', 'Bearer [masked BELAY_TOKEN]'],
    ['a key by its look', `key=sk-${'a1'.repeat(12)}`, 'key=[masked]'],
    ['a token of a forge', `ghp_${'a'.repeat(36)} and glpat-${'b'.repeat(20)}`, '[masked] and [masked]'],
    ['a cloud key', 'AKIAIOSFODNN7EXAMPLE', '[masked]'],
    ['a private key', 'a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nb', 'a\n[masked]\nb'],
  ])('takes out %s', (_, text, masked) => {
    expect(mask(text)).toBe(masked)
  })

  it.each([
    'a value too short to be one: abc',
    'an ordinary path /usr/bin:/usr/local',
    'a word like task-force-of-many',
    'risk-averse',
  ])('leaves %s', (text) => {
    expect(mask(text)).toBe(text)
  })

  it('changes strings within a value and nothing of its shape', () => {
    const value = { args: ['abcdefgh', 1, null, { deep: 'x abcdefgh' }], n: true }
    expect(maskJson(mask, value)).toEqual({
      args: ['[masked MY_SECRET_2]', 1, null, { deep: 'x [masked MY_SECRET_2]' }],
      n: true,
    })
  })
})

describe('masking events', () => {
  it('masks what hooks said and the facts of spans, and leaves the conversation', () => {
    const facts = { session: 's', seq: 1, at: 1 } as never
    const span = {
      id: 'x',
      parent: null,
      turn: null,
      kind: 'tool',
      name: 'run',
      start: 1,
      end: null,
      status: 'running',
      attributes: { subject: 'echo abcdefgh', n: 1 },
    }
    expect(maskEvent(mask, { ...(facts as object), type: 'span.started', span } as never)).toMatchObject({
      span: { name: 'run', attributes: { subject: 'echo [masked MY_SECRET_2]', n: 1 } },
    })
    const verdict = {
      reason: 'abcdefgh',
      context: ['abcdefgh'],
      notes: [],
      reminders: [],
      halt: null,
      value: { a: 'abcdefgh' },
      error: { kind: 'threw', message: 'abcdefgh' },
    }
    expect(JSON.stringify(maskEvent(mask, { ...(facts as object), type: 'verdict', verdict } as never))).not.toContain(
      'abcdefgh',
    )
    const row = { ...(facts as object), type: 'row.committed', row: { kind: 'input', text: 'abcdefgh' } } as never
    expect(maskEvent(mask, row)).toBe(row)
  })
})
