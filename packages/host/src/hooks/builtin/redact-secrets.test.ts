import type { JsonObject } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { after, builtIns } from '../testing/built-ins'

const environment = { DEPLOY_TOKEN: 'the-value-of-it', PATH: '/usr/bin', SHORT_TOKEN: 'abc' }
const hooks = builtIns({ world: { environment } })
const KEY = `ghp_${'a1'.repeat(18)}`

const said = (content: string, params: JsonObject = {}, tool = 'run') =>
  hooks.ask('redact-secrets', params, after(tool, { content }))

describe('redact-secrets', () => {
  it('replaces what the model reads and tells the person what it took', async () => {
    expect(await said(`one ${KEY}\ntwo ${KEY}\nPASSWORD=hunter2`)).toMatchObject({
      decision: 'rewrite',
      value: 'one [redacted: GitHub token]\ntwo [redacted: GitHub token]\nPASSWORD=[redacted: password]',
      notes: ['redact-secrets: taken out of the result of run: GitHub token ×2, password'],
    })
  })

  it('leaves a result without secrets alone', async () => {
    expect(await said('two lines\nof text\n')).toMatchObject({ decision: 'pass', value: null, notes: [] })
    expect((await said('')).decision).toBe('pass')
  })

  it('knows the values of variables that are secrets by name', async () => {
    expect((await said('it is the-value-of-it, abc, /usr/bin')).value).toBe(
      'it is [redacted: DEPLOY_TOKEN], abc, /usr/bin',
    )
  })

  it('only from the tools that it is for, and without assignments where it is told so', async () => {
    expect((await said(KEY, { tools: 'files.read' })).decision).toBe('pass')
    expect((await said(KEY, { tools: 'files.read' }, 'files.read')).decision).toBe('rewrite')
    expect((await said('PASSWORD=hunter2', { assignments: false })).decision).toBe('pass')
  })

  it('takes out what a person adds', async () => {
    const patterns = [{ kind: 'badge $& no.', pattern: 'EMP-\\d{6}' }]
    expect((await said('EMP-123456 and EMP-1', { patterns })).value).toBe('[redacted: badge $& no.] and EMP-1')
  })

  it('a search that takes too long withholds the whole result, and says so', async () => {
    const patterns = [{ kind: 'x', pattern: '(a+)+$' }]
    const outcome = await said(`${'a'.repeat(40)}! ${KEY}`, { patterns })
    const why = 'the expression /(a+)+$/g took longer than 100 ms'
    expect(outcome).toMatchObject({
      value: `[the result is withheld: it could not be searched for secrets (${why}); read a smaller part]`,
      notes: [`redact-secrets: the result of run was withheld: ${why}`],
    })
  })

  it('what lies beyond what hooks see is left out: the model reads only what was searched', async () => {
    const text = `${'a line of text\n'.repeat(5_000)}${KEY}`
    const { value } = await said(text)
    const lines = String(value).split('\n')
    const left = text.length - lines.slice(0, -1).join('\n').length
    expect(lines.at(-1)).toBe(
      `[${left} more characters could not be searched for secrets and are left out: read a smaller part]`,
    )
    expect(lines.slice(0, -1).every((line) => 'a line of text'.startsWith(line))).toBe(true)
    expect(left).toBeLessThan(text.length / 2)
  })

  it('a token that was cut in two there is left out with the rest', async () => {
    const { value } = await said(`${'x '.repeat(32_720)}ghp_${'a1'.repeat(2_000)}`)
    expect(String(value)).not.toContain('ghp_')
  })

  it.each([
    ['no expression', { kind: 'x', pattern: '(' }, /^patterns\.0\.pattern: Invalid regular/],
    ['one that matches nothing at all', { kind: 'x', pattern: 'x*' }, /it matches nothing at all/],
    ['a kind with a bracket', { kind: 'a]b', pattern: 'x' }, /a kind is a few words/],
  ])('%s is a clear error', async (_what, pattern, message) => {
    expect(await hooks.problem('redact-secrets', { patterns: [pattern] })).toMatch(message)
  })
})
