import { describe, expect, it } from 'vitest'
import type { CommandEvent } from '../entry'
import { answerAt, recorded } from './testing/ran'

const pre = (name: string, exitCode = 0, rest = {}) => answerAt('PreToolUse', { ...recorded(name), exitCode }, rest)

describe('07-json-after-noise', () => {
  it.each([
    ['a banner before it', '07-a', 'noise test a', '🌱 profile loaded {node 20}'],
    ['text behind it', '07-b', 'noise test b', 'done in 12ms'],
    ['braces before one on several lines', '07-c', 'noise test c', '[info] checking {1} of {1}'],
  ])('a refusal with %s counts, and the text is a note', (_, name, reason, text) => {
    const answer = pre(name)
    expect(answer).toMatchObject({ decision: 'block', reason, failure: null })
    expect(answer.notes).toEqual([`beside its answer it printed: ${text}`])
  })

  it('only noise decides nothing', () => {
    expect(pre('07-d')).toEqual({ ...NOTHING })
  })
})

const NOTHING = {
  decision: 'pass',
  value: null,
  rewrite: null,
  reason: null,
  context: [],
  notes: [],
  halt: null,
  failure: null,
  warning: null,
  dropped: [],
}

describe('09-exit-codes-with-json', () => {
  it('a: exit 2 with JSON that allows is a block by its stderr', () => {
    expect(pre('09-a', 2)).toMatchObject({ decision: 'block', reason: 'stderr says no', rewrite: null })
  })
  it('b: exit 2 with a reason on stdout alone is a block by that', () => {
    expect(pre('09-b', 2)).toMatchObject({ decision: 'block', reason: 'reason printed on the wrong stream' })
  })
  it('c: exit 1 with words of a denial is a failure that shows them', () => {
    const { decision, failure } = pre('09-c', 1)
    expect(decision).toBe('pass')
    expect(failure).toMatchObject({ kind: 'exit', message: expect.stringContaining('exited with 1') })
    expect(failure?.message).toContain('stderr: Invalid hook input; tool call denied')
  })
  it('d: exit 3 with JSON that blocks is a block', () => {
    const answer = pre('09-d', 3)
    expect(answer).toMatchObject({ decision: 'block', reason: 'exit three', failure: null })
    expect(answer.notes).toContain('it exited with 3; what it refused counts')
  })
  it('e: exit 2 with JSON on stderr is a block by that text', () => {
    expect(pre('09-e', 2)).toMatchObject({ decision: 'block', reason: expect.stringContaining('json on stderr') })
  })
})

describe('a guard that never starts is seen', () => {
  it('10-exit127-silently-open: a path that was split was not found', () => {
    const { failure, warning } = pre('10', 127)
    expect(failure).toMatchObject({
      kind: 'not_started',
      message: expect.stringContaining('/srv/My was not found (exit code 127)'),
    })
    expect(warning).toBe('it did not start: /srv/My was not found')
  })
  it('12-guard-passes-without-jq: exit 0 beside a program that was not found warns', () => {
    expect(pre('12')).toMatchObject({
      decision: 'pass',
      failure: null,
      warning: 'it ended with 0, but jq was not found: it may not do what it is for',
    })
  })
  it('27-crlf-script-and-output a: a first line that ends in CRLF is said', () => {
    const { failure, warning } = pre('27-a', 127)
    expect(failure).toMatchObject({ kind: 'not_started', message: expect.stringContaining('CRLF in the first line') })
    expect(warning).toContain('CRLF in the first line')
  })
})

describe('16-updatedinput-without-decision', () => {
  const args = { command: 'echo original', description: 'extra field dropped by replacement' }
  const handed = { args, sent: args }
  const rewrite = { args: { command: 'echo rewritten' } }

  it('without a decision it rewrites; permissions decide', () => {
    expect(pre('16-no-decision', 0, { handed })).toMatchObject({
      decision: 'rewrite',
      value: rewrite,
      rewrite,
      dropped: ['description'],
      notes: ['its rewrite leaves out description'],
    })
  })
  it('with allow it rewrites and allows', () => {
    expect(pre('16-with-allow', 0, { handed })).toMatchObject({
      decision: 'allow',
      value: null,
      rewrite,
      dropped: ['description'],
    })
  })
})

describe('what it printed, as bytes', () => {
  it('19-additionalcontext-too-long: the answer keeps all of it, the point cuts', () => {
    const { context } = answerAt('SessionStart', recorded('19'))
    expect(context).toHaveLength(1)
    expect(context[0]).toMatch(/^BEGIN/)
    expect(context[0]).toMatch(/END-RULES$/)
    expect(context[0]?.length).toBeGreaterThan(27_000)
  })
  it('25-non-utf8-both-directions a: bytes that are no UTF-8 are shown as U+FFFD and the refusal counts', () => {
    const { decision, reason, notes } = pre('25-a')
    expect({ decision, reason, notes }).toEqual({
      decision: 'block',
      reason: 'latin-1 inside',
      notes: ['caf\ufffd checked'],
    })
  })
  it('25-non-utf8-both-directions b: UTF-16 is read as such, with a note', () => {
    expect(pre('25-b').notes).toEqual(['its stdout was UTF-16 and was read as such', 'wide'])
  })
  it('25-non-utf8-both-directions c: a hook that cannot read the payload fails visibly', () => {
    const { failure } = pre('25-c', 1)
    expect(failure).toMatchObject({ kind: 'exit', message: expect.stringContaining('PARSE-FAILED JSONDecodeError') })
  })
  it('26-bom-in-config-and-output: a byte order mark is taken off', () => {
    expect(pre('26')).toMatchObject({ decision: 'block', reason: 'after a BOM', notes: [] })
  })
  it('27-crlf-script-and-output b: lines that end in CRLF are lines', () => {
    expect(pre('27-b')).toMatchObject({ decision: 'block', reason: 'crlf', notes: [] })
  })
  it('29-hook-floods-stdout: a refusal in the last line counts', () => {
    const answer = answerAt('PreToolUse', { ...recorded('29'), stdoutBytes: 64 * 1_024 * 1_024 })
    expect(answer).toMatchObject({ decision: 'block', reason: 'after the flood' })
    expect(answer.notes.every(({ length }) => length < 400)).toBe(true)
  })
  it('33-ansi-colours-in-output a: colours around and inside the JSON are taken off', () => {
    expect(pre('33-a')).toMatchObject({ decision: 'block', reason: 'coloured' })
  })
  it('33-ansi-colours-in-output b: no escape sequence reaches the model', () => {
    expect(pre('33-b', 2)).toMatchObject({ decision: 'block', reason: '[BAD] two TODO markers left link' })
  })
})

describe('34-failure-without-a-name', () => {
  const at = (name: string, exitCode = 0) =>
    answerAt('UserPromptSubmit' satisfies CommandEvent, { ...recorded(name), exitCode })

  it('names file, place in it, command and code, and says that there was no output', () => {
    expect(at('34-two', 1)).toMatchObject({
      decision: 'pass',
      failure: {
        kind: 'exit',
        message:
          'exited with 1 [/home/p/.belay/hooks.json:14, hooks.PreToolUse[0].hooks[1]: "$CLAUDE_PROJECT_DIR"/guard.sh]; no output',
      },
    })
  })
  it('the one behind it gives its context', () => {
    expect(at('34-three').context).toEqual(['context from three'])
  })
})
