/** Faults that users of such systems have reported, on the files of each case: through a real firing, with real processes. */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@belay/trace'
import { afterEach, describe, expect, it } from 'vitest'
import { afterTest } from '../testing/world'
import { by, hooksFile, isAlive, openCase, script } from './testing/case-ground'

afterEach(() => {
  for (const name of ['SLEEP_A', 'SLEEP_B', 'SLEEP_C', 'FLOOD_MIB']) delete process.env[name]
})

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const start = performance.now()
  return [await work, performance.now() - start]
}

describe('01-grandchild-holds-pipes', () => {
  it('a command that ended is answered at once, with what it said; who holds its pipes is left alone and named', async () => {
    const ground = await openCase('01-grandchild-holds-pipes')
    const pid = (name: string) => Number(readFileSync(join(ground.out, `${name}.pid`), 'utf8'))
    afterTest(() => {
      for (const name of ['a', 'b', 'c']) if (isAlive(pid(name))) process.kill(pid(name))
    })
    const [outcome, ms] = await timed(ground.fire({ event: ground.event() }))
    expect(ms).toBeLessThan(3_500)
    const held = /descendants still hold stdout\/stderr/
    for (const [name, script, holds] of [
      ['a', 'hold-both.sh', true],
      ['b', 'hold-stderr-only.sh', true],
      ['c', 'hold-none.sh', false],
    ] as const) {
      const verdict = by(outcome, script)
      expect([verdict.command?.pipesHeld, verdict.notes.some((note) => held.test(note))]).toEqual([holds, holds])
      expect(verdict.durationMs).toBeLessThan(2_500)
      expect(isAlive(pid(name))).toBe(true)
    }
    expect(outcome.notes.join()).toMatch(/variant-a done/)
  })
})

describe('02-hook-never-reads-stdin', () => {
  it.each([
    ['allow-no-read.sh', 'allow', 'no stdin needed'],
    ['deny-no-read.sh', 'block', 'closed for maintenance'],
  ])('%s answers %s, whatever it is given and does not read', async (name, decision, reason) => {
    const ground = await openCase('02-hook-never-reads-stdin')
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [script(name, { timeout: 10 })], 'Bash')]
    const faults: unknown[] = []
    const hear = (fault: unknown) => faults.push(fault)
    process.on('uncaughtException', hear)
    afterTest(() => void process.off('uncaughtException', hear))
    for (const bytes of [1, 70 * 1024, 2 * 1024 * 1024]) {
      const tool_input = { command: 'x'.repeat(bytes) }
      const event = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input, cwd: '/home/demo' }
      for (let run = 0; run < 5; run += 1) {
        const outcome = await ground.fire({ event, commandFiles })
        expect(outcome).toMatchObject({ decision, reason })
        expect(by(outcome, name)).toMatchObject({ status: 'answered', error: null })
        expect(by(outcome, name).command?.stdinDelivered).toBe(false)
      }
    }
    expect(faults).toEqual([])
  })
})

describe('04-stdin-eof-required', () => {
  it.each(['stdin-allow.json', 'stdin-deny.json', 'stdin-post.json', 'stdin-start.json', 'stdin-stop.json'])(
    '%s: stdin ends behind the payload',
    async (name) => {
      const ground = await openCase('04-stdin-eof-required')
      const [outcome, ms] = await timed(ground.fire({ event: ground.event(name) }))
      expect(ms).toBeLessThan(2_000)
      const denied = name === 'stdin-deny.json'
      expect(outcome).toMatchObject(denied ? { decision: 'block', reason: 'marker found' } : { decision: 'pass' })
      expect(by(outcome, 'read-all.sh').command?.stdinDelivered).toBe(true)
    },
  )

  it('fd 0 is no terminal', async () => {
    const ground = await openCase('04-stdin-eof-required')
    const command = 'if [ -t 0 ]; then echo a terminal >&2; exit 2; fi; cat > /dev/null'
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [{ command }])]
    expect((await ground.fire({ event: ground.event('stdin-allow.json'), commandFiles })).decision).toBe('pass')
  })
})

describe('05-timeout-kills-whole-tree', () => {
  it('at the timeout the whole group goes, whatever ignores the signal; a sibling keeps its result', async () => {
    const ground = await openCase('05-timeout-kills-whole-tree')
    const sibling = { command: "cat > /dev/null; echo 'beside' >&2; exit 2" }
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [script('stubborn.sh', { timeout: 1 }), sibling], 'Bash')]
    const [outcome] = await timed(ground.fire({ event: ground.event(), commandFiles }))
    const stubborn = outcome.verdicts[0]
    expect(stubborn).toMatchObject({ status: 'failed', error: { kind: 'timeout' } })
    expect(stubborn?.command?.stdout).toContain('progress: child started')
    expect(stubborn?.durationMs).toBeLessThan(1_500)
    expect(outcome).toMatchObject({ decision: 'block', reason: 'beside' })
    // `fire` ends only when no process of the hook is left.
    expect(isAlive(Number(readFileSync(join(ground.out, 'child.pid'), 'utf8')))).toBe(false)
  })
})

describe('07-json-after-noise', () => {
  it.each([
    ['a-banner-then-json.sh', 'noise test a'],
    ['b-json-then-noise.sh', expect.any(String)],
    ['c-pretty-after-noise.sh', expect.any(String)],
  ])('%s: the deny is honoured, and the other text is a note', async (name, reason) => {
    const ground = await openCase('07-json-after-noise')
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [script(name)])]
    const outcome = await ground.fire({ event: ground.event(), commandFiles })
    expect(outcome).toMatchObject({ decision: 'block', reason })
    expect(by(outcome, name).notes.join()).toMatch(/beside its answer it printed/)
  })

  it('d-only-noise.sh: no decision, and the text stays on record', async () => {
    const ground = await openCase('07-json-after-noise')
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [script('d-only-noise.sh')])]
    const outcome = await ground.fire({ event: ground.event(), commandFiles })
    expect([outcome.decision, outcome.context]).toEqual(['pass', []])
    expect(by(outcome, 'd-only-noise.sh').command?.stdout).not.toBe('')
  })
})

describe('09-exit-codes-with-json', () => {
  const rows: readonly [string, object, object][] = [
    ['a-exit2-allow-json.sh', { decision: 'block', reason: expect.not.stringContaining('{') }, { status: 'answered' }],
    ['b-exit2-stdout-reason.sh', { decision: 'block' }, { status: 'answered' }],
    ['c-exit1-denied-text.sh', { decision: 'pass' }, { status: 'failed', error: { kind: 'exit' } }],
    ['d-exit3-block-json.sh', { decision: 'block', reason: 'exit three' }, { status: 'answered' }],
    ['e-exit2-json-on-stderr.sh', { decision: 'block', reason: expect.stringContaining('{') }, { status: 'answered' }],
  ]
  it.each(rows)('%s', async (name, expected, verdict) => {
    const ground = await openCase('09-exit-codes-with-json')
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [script(name)])]
    const outcome = await ground.fire({ event: ground.event(), commandFiles })
    expect(outcome).toMatchObject(expected)
    expect(by(outcome, name)).toMatchObject(verdict)
    if (name.startsWith('c-')) expect(outcome.notes.join()).toMatch(/exited with 1 .*denied/s)
    if (name.startsWith('b-')) expect(outcome.reason).toBe(by(outcome, name).command?.stdout.trim())
  })
})

describe('10-exit127-silently-open', () => {
  async function plans() {
    const ground = await openCase('10-exit127-silently-open')
    execFileSync('sh', [ground.file('README-setup.sh'), ground.out])
    const workspace = join(ground.out, 'My Plans dir')
    return { ground, workspace, settings: join(workspace, '.claude/settings.json') }
  }

  it('an unquoted variable is an error where the path has white space, with file, event, command and the quoted form', async () => {
    const { ground, workspace, settings } = await plans()
    const { diagnostics } = await ground.belay.commandHooks([settings], workspace)
    const [found] = diagnostics
    expect(found).toMatchObject({ severity: 'error', file: settings, path: expect.stringContaining('PreToolUse') })
    expect(found?.message).toContain('"$CLAUDE_PROJECT_DIR"')
  })

  it('without the decoy it fails as not started, with a warning; a guard that is closed refuses', async () => {
    const { ground, workspace, settings } = await plans()
    execFileSync('rm', [join(ground.out, 'My')])
    const outcome = await ground.fire({ event: ground.event(), workspace, commandFiles: [settings] })
    const [verdict] = outcome.verdicts
    expect(verdict).toMatchObject({ status: 'failed', error: { kind: 'not_started' } })
    expect([126, 127]).toContain(verdict?.command?.exitCode)
    expect(outcome.notes.join()).toMatch(/did not start/)
    const command = '$CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh'
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [{ command, onFailure: 'block' }])]
    expect((await ground.fire({ event: ground.event(), workspace, commandFiles })).decision).toBe('block')
  })

  it('the quoted form runs the guard, and nothing else', async () => {
    const { ground, workspace } = await plans()
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [script('.claude/hooks/guard.sh')])]
    const outcome = await ground.fire({ event: ground.event(), workspace, commandFiles })
    expect(outcome).toMatchObject({ decision: 'block', reason: 'guard reached' })
    expect(existsSync(join(ground.out, 'decoy-marker'))).toBe(false)
  })
})

describe('12-guard-passes-without-jq', () => {
  it('without jq it passes, and a warning says what is missing', async () => {
    const ground = await openCase('12-guard-passes-without-jq')
    const tools = join(ground.out, 'bin')
    execFileSync('mkdir', [tools])
    for (const name of ['sh', 'cat'])
      symlinkSync(
        execFileSync('sh', ['-c', `command -v ${name}`])
          .toString()
          .trim(),
        join(tools, name),
      )
    const { PATH } = process.env
    process.env.PATH = tools
    const outcome = await ground.fire({ event: ground.event('must-deny.json') }).finally(() => {
      process.env.PATH = PATH
    })
    expect(outcome.decision).toBe('pass')
    expect(outcome.notes.join()).toMatch(/jq was not found/)
  })
})

describe('13-matcher-literal-vs-regex', () => {
  it('every row of matchers.tsv', async () => {
    const ground = await openCase('13-matcher-literal-vs-regex')
    const rows = readFileSync(ground.file('matchers.tsv'), 'utf8')
      .split('\n')
      .slice(1)
      .filter((line) => line !== '')
    expect(rows.length).toBeGreaterThan(15)
    for (const [matcher = '', tool = '', fires = '', note = ''] of rows.map((row) => row.split('\t'))) {
      const commandFiles = [hooksFile(ground.out, 'PreToolUse', [{ command: 'true' }], matcher)]
      const outcome = await ground.fire({ event: { hook_event_name: 'PreToolUse', tool_name: tool }, commandFiles })
      expect(outcome.verdicts[0]?.notAsked, `${matcher} ${tool} (${note})`).toBe(fires === 'yes' ? null : 'matcher')
    }
  })

  it('a matcher that selects no tool of the session is a warning', async () => {
    const ground = await openCase('13-matcher-literal-vs-regex')
    const file = hooksFile(ground.out, 'PreToolUse', [{ command: 'true' }], 'mcp__Server')
    const { diagnostics } = await ground.belay.commandHooks([file], ground.workspace)
    expect(diagnostics).toMatchObject([{ severity: 'warning', message: expect.stringContaining('mcp__Server') }])
  })
})

describe('15-same-hook-registered-twice', () => {
  const runs = (out: string) => readFileSync(join(out, 'count.log'), 'utf8').split('\n').length - 1

  it('in two groups, another file, and the same file by a link: one run, which names every place', async () => {
    const ground = await openCase('15-same-hook-registered-twice')
    const link = join(ground.out, 'link.json')
    symlinkSync(ground.file('two-groups.hooks.json'), link)
    const commandFiles = [ground.file('two-groups.hooks.json'), ground.file('second.hooks.json'), link]
    const outcome = await ground.fire({ event: ground.event(), commandFiles })
    expect(outcome.verdicts).toHaveLength(1)
    expect(outcome.verdicts[0]?.command?.places).toHaveLength(3)
    expect(runs(ground.out)).toBe(1)
  })

  it('with another `if` it is another command', async () => {
    const ground = await openCase('15-same-hook-registered-twice')
    await ground.fire({ event: ground.event(), commandFiles: [ground.file('other-if.hooks.json')] })
    expect(runs(ground.out)).toBe(2)
  })
})

describe('16-updatedinput-without-decision', () => {
  it.each([
    ['no-decision.sh', 'rewrite'],
    ['with-allow.sh', 'allow'],
  ])('%s replaces the arguments', async (name, decision) => {
    const ground = await openCase('16-updatedinput-without-decision')
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [script(name)])]
    const outcome = await ground.fire({ event: ground.event(), commandFiles })
    expect(outcome).toMatchObject({ decision, value: { name: 'run', args: { command: 'echo rewritten' } } })
  })

  it('a key that it leaves out is gone, and named; one that the tool does not know passes', async () => {
    const ground = await openCase('16-updatedinput-without-decision')
    const event = { ...ground.event(), tool_input: { command: 'ls', timeoutMs: 5_000 } }
    const answer = {
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'pwd', description: 'x' } },
    }
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [{ command: `echo '${JSON.stringify(answer)}'` }])]
    const outcome = await ground.fire({ event, commandFiles })
    expect(outcome.value).toEqual({ name: 'run', args: { command: 'pwd' } })
    expect(outcome.notes.join()).toMatch(/leaves out timeoutMs/)
  })

  it('a rewrite that the tool does not take refuses', async () => {
    const ground = await openCase('16-updatedinput-without-decision')
    const answer = { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 3 } } }
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [{ command: `echo '${JSON.stringify(answer)}'` }])]
    const outcome = await ground.fire({ event: ground.event(), commandFiles })
    expect(outcome).toMatchObject({ decision: 'block', reason: expect.stringMatching(/does not take: command/) })
  })
})

describe('18-two-hooks-rewrite-race', () => {
  it('whatever finishes first, the first in the file wins, with chain the last', async () => {
    const ground = await openCase('18-two-hooks-rewrite-race')
    process.env.SLEEP_B = '0'
    for (const [a, c] of [
      ['0', '0.05'],
      ['0.05', '0'],
      ['0', '0'],
    ] as const) {
      Object.assign(process.env, { SLEEP_A: a, SLEEP_C: c })
      const first = await ground.fire({ event: ground.event() })
      expect(first.value).toMatchObject({ args: { command: 'echo from-A' } })
      expect([by(first, 'C.sh').lost, first.notes.join()]).toEqual([true, expect.stringContaining("A.sh's came first")])
      const chain = await ground.fire({ event: ground.event(), rewrites: 'chain' })
      expect(chain.value).toMatchObject({ args: { command: 'echo from-C' } })
    }
  })

  it('a refusal beside a rewrite is a refusal', async () => {
    const ground = await openCase('18-two-hooks-rewrite-race')
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [script('A.sh'), { command: 'echo no >&2; exit 2' }])]
    expect(await ground.fire({ event: ground.event(), commandFiles })).toMatchObject({ decision: 'block', value: null })
  })
})

describe('19-additionalcontext-too-long', () => {
  it('10,000 units with the mark, cut between characters; all of it on the verdict', async () => {
    const ground = await openCase('19-additionalcontext-too-long')
    const event = { hook_event_name: 'SessionStart', source: 'startup' }
    const outcome = await ground.fire({ event })
    const [told = ''] = outcome.context
    expect(told.length).toBeLessThanOrEqual(10_000)
    expect(told).toMatch(/\[\d+ more characters of this hook's context were left out\]$/)
    expect(told).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/)
    const { context, notes } = by(outcome, 'big-context.py')
    expect(context.join('').length).toBeGreaterThan(27_000)
    expect(notes.join()).toMatch(/the model is told \d+ of \d+ characters/)
  })
})

describe('25-non-utf8-both-directions', () => {
  it.each([
    ['a-latin1.py', 'block', /\ufffd/],
    ['b-utf16.py', 'pass', /UTF-16.*wide/s],
  ])('%s is read all the same: %s', async (name, decision, sign) => {
    const ground = await openCase('25-non-utf8-both-directions')
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [script(name)])]
    const outcome = await ground.fire({ event: ground.event('stdin-ascii.json'), commandFiles })
    const verdict = by(outcome, name)
    expect(outcome.decision).toBe(decision)
    expect(`${verdict.command?.stdout} ${verdict.command?.stderr} ${verdict.notes.join()}`).toMatch(sign)
  })

  it('the payload holds the text as UTF-8, without escapes; a hook that reads it otherwise fails visibly', async () => {
    const ground = await openCase('25-non-utf8-both-directions')
    const payload = join(ground.out, 'payload')
    const kept = { command: `cat > '${payload}'` }
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [kept, script('c-cp932-reader.py')])]
    const event = ground.event('stdin-utf8.json')
    const outcome = await ground.fire({ event, commandFiles })
    expect(readFileSync(payload)[0]).toBe(0x7b)
    const input = event.tool_input as JsonObject
    expect(readFileSync(payload, 'utf8')).toContain(JSON.stringify(input.command))
    expect(readFileSync(payload, 'utf8')).not.toMatch(/\\u[0-9a-f]{4}/i)
    expect(by(outcome, 'c-cp932-reader.py')).toMatchObject({ status: 'failed', error: { kind: 'exit' } })
    expect(outcome.notes.join()).toMatch(/PARSE-FAILED/)
  })
})

describe('26-bom-in-config-and-output', () => {
  it('one mark is taken off, of the file and of an answer; two are an error', async () => {
    const ground = await openCase('26-bom-in-config-and-output')
    const event = ground.event()
    expect((await ground.fire({ event, commandFiles: [ground.file('bom1.hooks.json')] })).decision).toBe('block')
    const { diagnostics } = await ground.belay.commandHooks([ground.file('bom2.hooks.json')], ground.workspace)
    expect(diagnostics).toMatchObject([{ severity: 'error', message: expect.stringMatching(/byte order marks/) }])
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [script('bom-out.sh')])]
    expect((await ground.fire({ event, commandFiles })).decision).toBe('block')
  })
})

describe('27-crlf-script-and-output', () => {
  it('a: not started, and why; b: read as usual', async () => {
    const ground = await openCase('27-crlf-script-and-output')
    const files = (name: string) => [hooksFile(ground.out, 'PreToolUse', [script(name)])]
    const a = await ground.fire({ event: ground.event(), commandFiles: files('a-crlf.sh') })
    expect(by(a, 'a-crlf.sh')).toMatchObject({ status: 'failed', error: { kind: 'not_started' } })
    expect(a.notes.join()).toMatch(/CRLF in the first line/)
    const b = await ground.fire({ event: ground.event(), commandFiles: files('b-crlf-out.sh') })
    expect(b.decision).toBe('block')
  })
})

describe('29-hook-floods-stdout', () => {
  it('the deny in the last line is honoured; the totals are told, the texts are bounded', async () => {
    const ground = await openCase('29-hook-floods-stdout')
    // A quarter of the case's 64 MiB: as many as the time of a test run allows.
    process.env.FLOOD_MIB = '16'
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [script('flood.py', { timeout: 60 })])]
    const outcome = await ground.fire({ event: ground.event(), commandFiles })
    expect(outcome).toMatchObject({ decision: 'block', reason: 'after the flood' })
    const command = by(outcome, 'flood.py').command
    expect(command?.stdoutBytes).toBeGreaterThan(16 * 1_048_576)
    expect(command?.stderrBytes).toBe(16 * 1_048_576)
    expect(command?.stdout.length).toBeLessThan(1_100_000)
  })

  it('one that never stops ends at its timeout', async () => {
    const ground = await openCase('29-hook-floods-stdout')
    const commandFiles = [hooksFile(ground.out, 'PreToolUse', [script('endless.sh', { timeout: 1 })])]
    const outcome = await ground.fire({ event: ground.event(), commandFiles })
    expect(by(outcome, 'endless.sh')).toMatchObject({ status: 'failed', error: { kind: 'timeout' } })
  })
})

describe('33-ansi-colours-in-output', () => {
  it('no escape sequence reaches an answer', async () => {
    const ground = await openCase('33-ansi-colours-in-output')
    for (const name of ['a-coloured-json.sh', 'b-coloured-stderr.sh']) {
      const commandFiles = [hooksFile(ground.out, 'PreToolUse', [script(name)])]
      const outcome = await ground.fire({ event: ground.event(), commandFiles })
      expect(outcome.decision).toBe('block')
      expect(`${outcome.reason} ${outcome.notes.join()}`).not.toContain('\u001b')
    }
  })
})

describe('34-failure-without-a-name', () => {
  it('the note on the failed one names file, place, command and code, and says that there was no output', async () => {
    const ground = await openCase('34-failure-without-a-name')
    const outcome = await ground.fire({ event: ground.event() })
    const [note] = outcome.notes
    expect(note).toMatch(
      /two\.sh: .*exited with 1 .*hooks\.json:10, hooks\.UserPromptSubmit\[0\]\.hooks\[1\]: .*two\.sh.*no output/,
    )
    expect(outcome.verdicts.map(({ status, error }) => [status, error?.kind ?? null])).toEqual([
      ['use_default', null],
      ['failed', 'exit'],
      ['answered', null],
    ])
    expect([outcome.decision, outcome.context]).toEqual(['pass', ['context from three']])
    for (const { command, durationMs } of outcome.verdicts) {
      expect(durationMs).toBeGreaterThan(0)
      expect(command).toMatchObject({ exitCode: expect.any(Number), stdoutBytes: expect.any(Number) })
    }
  })
})

it('what is no event, or another than is asked about, is refused in a sentence', async () => {
  const ground = await openCase('34-failure-without-a-name')
  await expect(ground.fire({ event: { hook_event_name: 'Foo' } })).rejects.toThrow('There is no event "Foo"')
  await expect(ground.fire({ event: ground.event(), point: 'Stop' })).rejects.toThrow('is not Stop')
  writeFileSync(join(ground.out, 'broken.json'), '{')
  const lost = await ground.fire({ event: ground.event(), commandFiles: [join(ground.out, 'broken.json')] })
  expect(lost.verdicts).toMatchObject([{ hook: 'hooks.json', notAsked: 'failed to load' }])
})
