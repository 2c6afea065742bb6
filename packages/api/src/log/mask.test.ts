import { ATTR } from '@belay/trace'
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
    ['a password in words', 'mysql --password=s3cret99x -u root', 'mysql --password=[masked] -u root'],
    ['a password in an address', 'postgres://me:s3cr3t@db/app', 'postgres://me:[masked]@db/app'],
    ['what stands in JSON', '{"env":{"DB_PASSWORD":"hunter2hunter2"}}', '{"env":{"DB_PASSWORD":"[masked]"}}'],
    ['a private key that is cut off', `-----BEGIN PRIVATE KEY-----\n${'MIIEa1+/'.repeat(8)}\nMIIE`, '[masked]\nMIIE'],
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

  it('hides what is left of a secret where a tool left something out, at every length of it', () => {
    const place = '\n[… 4711 bytes left out …]\n'
    const token = `ghp_${'a1'.repeat(18)}`
    for (let at = 4; at <= 10; at += 1) {
      const key = 'value-of-a-key'
      expect(mask(`say ${key.slice(0, at)}${place}${key.slice(at)} on`)).toBe(
        `say [masked ANTHROPIC_API_KEY]${place}[masked ANTHROPIC_API_KEY] on`,
      )
      expect(mask(`say ${token.slice(0, at)}${place} on`)).toBe(`say [masked]${place} on`)
    }
    expect(mask(`some value${place}a-key on`)).toBe(
      `some [masked ANTHROPIC_API_KEY]${place}[masked ANTHROPIC_API_KEY] on`,
    )
    expect(mask(`a word${place}another`)).toBe(`a word${place}another`)
    expect(mask('the value-of')).toBe('the value-of')
  })

  it('hides what is given to a name of secrets, whatever it looks like, and nothing of other names', () => {
    const env = { DB_PASSWORD: 'horse', MYSQL_PWD: 'four words of it', api_key: 'k1e2y', EMPTY_TOKEN: '', PWD: '/work' }
    expect(maskJson(mask, { command: 'psql', env, password: { of: 'me' }, API_KEY: 'value-of-a-key' })).toEqual({
      command: 'psql',
      env: {
        ...{ DB_PASSWORD: '[masked DB_PASSWORD]', MYSQL_PWD: '[masked MYSQL_PWD]', api_key: '[masked api_key]' },
        ...{ EMPTY_TOKEN: '', PWD: '/work' },
      },
      password: { of: 'me' },
      API_KEY: '[masked ANTHROPIC_API_KEY]',
    })
  })

  it('changes strings within a value and nothing of its shape', () => {
    const value = { args: ['abcdefgh', 1, null, { deep: 'x abcdefgh' }], n: true }
    expect(maskJson(mask, value)).toEqual({
      args: ['[masked MY_SECRET_2]', 1, null, { deep: 'x [masked MY_SECRET_2]' }],
      n: true,
    })
  })
})

const SECRET = 'abcdefgh'
const HIDDEN = '[masked MY_SECRET_2]'
const facts = { session: 's', seq: 1, at: 1 }
const maskBody = (body: object) => maskEvent(mask, { ...facts, ...body } as never)

const words = { reason: SECRET, context: [SECRET], notes: [SECRET], reminders: [SECRET], halt: SECRET }
const span = { id: 'x', kind: 'tool', name: SECRET, attributes: { subject: `echo ${SECRET}`, n: 1 } }
const asks = { id: 'q', call: { id: 'c', name: 'run', args: { command: 'ls' } }, text: `May ${SECRET} run?` }

const beside: readonly [type: string, body: object][] = [
  ['session.created', { facts: { title: SECRET } }],
  ['session.changed', { title: SECRET }],
  ['composition.changed', { composition: {}, change: `${SECRET} was attached` }],
  ['turn.ended', { status: 'failed', reason: `bad key ${SECRET}` }],
  ['span.started', { span }],
  ['span.changed', { attributes: { subject: SECRET } }],
  ['span.ended', { attributes: { 'belay.error.message': SECRET } }],
  ['verdict', { verdict: { ...words, value: { a: SECRET }, error: { kind: 'threw', message: SECRET } } }],
  ['outcome', { outcome: { ...words, value: SECRET, carried: { question: SECRET } } }],
  ['question.opened', { question: asks }],
  ['question.closed', { answer: { say: 'deny', reason: SECRET } }],
  ['question.closed', { answer: { say: 'closed', reason: SECRET } }],
  ['hook.fallback', { error: SECRET }],
  ['notice', { text: SECRET }],
]

const conversation: readonly [type: string, body: object][] = [
  ['row.committed', { row: { kind: 'input', text: SECRET } }],
  ['input.queued', { input: { text: SECRET } }],
  ['delta', { text: SECRET }],
  ['turn.ended', { reason: null, answer: SECRET }],
  ['question.opened', { question: { ...asks, text: '', call: { args: { command: SECRET } } } }],
  ['question.closed', { answer: { say: 'allow', scope: 'once', args: { command: SECRET } } }],
  ['composition.changed', { composition: { hooks: [{ params: { pattern: SECRET } }] }, change: '' }],
]

describe('masking events', () => {
  it.each(beside)('takes secrets out of %s', (type, body) => {
    const masked = JSON.stringify(maskBody({ type, ...body }))
    expect(masked).not.toContain(SECRET)
    expect(masked).toContain(HIDDEN)
  })

  it.each(conversation)('leaves what the loop and its people go by in %s', (type, body) => {
    expect(maskBody({ type, ...body })).toEqual({ ...facts, type, ...body })
  })
})

describe('names and subjects of spans', () => {
  const started = (text: string) => {
    const body = {
      type: 'span.started',
      span: { ...span, name: text, attributes: { [ATTR.toolSubject]: text, told: text } },
    }
    const event = maskBody(body)
    if (event.type !== 'span.started') throw new Error('another event')
    return event.span
  }

  it('are cut at 300 characters once they are masked: no part of a secret is left', () => {
    const keys = ['value-of-a-key', `ghp_${'a1'.repeat(18)}`]
    for (const key of keys)
      for (let before = 250; before <= 300; before += 1) {
        const { name, attributes } = started(`${'.'.repeat(before)} ${key} ${'.'.repeat(300)}`)
        expect(name).not.toContain(key.slice(0, 5))
        expect([name.length <= 301, name.endsWith('…'), attributes[ATTR.toolSubject]]).toEqual([true, true, name])
      }
  })

  it('are cut between characters, and nothing else is cut', () => {
    expect(started(`${'a'.repeat(299)}🎉🎉`).name).toBe(`${'a'.repeat(299)}…`)
    expect(started('a'.repeat(300)).name).toBe('a'.repeat(300))
    expect(started('a'.repeat(400)).attributes.told).toBe('a'.repeat(400))
  })
})
