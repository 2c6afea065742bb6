import { describe, expect, it } from 'vitest'
import { createMask, maskJson } from './mask'

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
