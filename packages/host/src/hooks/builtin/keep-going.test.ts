import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookFacts } from '@belay/hooks'
import { callId, type JsonObject } from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { builtIns } from '../testing/built-ins'

let workspace: string
let hooks: ReturnType<typeof builtIns>
beforeEach(() => {
  workspace = freshFolder()
  hooks = builtIns({ world: { environment: { PATH: process.env.PATH, DEPLOY_TOKEN: 'secret', PLAIN: 'plain' } } })
})

interface Stop {
  readonly facts?: Partial<HookFacts>
  readonly signal?: AbortSignal
  readonly calls?: number
}

/** The model says that it is done, after some steps. */
function stop(params: JsonObject, { facts = {}, signal, calls = 0 }: Stop = {}) {
  const made = Array.from({ length: calls }, (_, n) => ({ id: callId(`c${n}`), name: 'run', args: {} }))
  return hooks.ask('keep-going', params, {
    ...{ point: 'stop.done', event: { reply: { text: 'Done.', calls: made }, held: 0, active: false } },
    ...(signal === undefined ? {} : { signal }),
    facts: { workspace, step: 2, ...facts },
  })
}

describe('keep-going', () => {
  it('sends the model back with what the command said', async () => {
    const outcome = await stop({ command: "sh -c 'echo 2 tests failed; echo and why >&2; exit 3'" })
    expect(outcome).toMatchObject({
      decision: 'ask_again',
      carried:
        "Not done yet: `sh -c 'echo 2 tests failed; echo and why >&2; exit 3'` says no (exit code 3).\n\n2 tests failed\nand why\n\nGo on until it passes, or say what keeps you from it.",
    })
  })

  it('lets the turn end when the command passes, and says so where it did not before', async () => {
    const params = { command: "sh -c 'test -f done'" }
    expect((await stop(params)).carried).toMatch(/\(exit code 1\)\.\n\nIt printed nothing\./)
    writeFileSync(join(workspace, 'done'), '')
    expect(await stop(params)).toMatchObject({
      decision: 'pass',
      notes: ["keep-going: `sh -c 'test -f done'` passes now"],
    })
    expect(await stop(params, { facts: { turnId: 'trn_2' } })).toMatchObject({ decision: 'pass', notes: [] })
  })

  it('gives up after so many times, and tells the person; another turn begins anew', async () => {
    const params = { command: 'false', most: 2 }
    expect((await stop(params)).decision).toBe('ask_again')
    expect((await stop(params)).decision).toBe('ask_again')
    expect(await stop(params)).toMatchObject({
      decision: 'pass',
      notes: ['keep-going: gave up: `false` still says no (exit code 1) after the model was sent back 2 times'],
    })
    expect((await stop(params, { facts: { turnId: 'trn_2' } })).decision).toBe('ask_again')
    expect((await stop(params, { facts: { sessionId: 'ses_2' } })).decision).toBe('ask_again')
  })

  it.each<[string, JsonObject, Stop, boolean]>([
    ['a reply with calls', {}, { calls: 1 }, false],
    ['an answer at once', {}, { facts: { step: 1 } }, false],
    ['an answer at once, where it is to run always', { always: true }, { facts: { step: 1 } }, true],
    ['an answer after some steps', {}, {}, true],
    ['a dry run', {}, { facts: { dryRun: true } }, false],
  ])('%s: it runs where it should', async (_what, params, how, runs) => {
    await stop({ command: "sh -c 'touch ran'", ...params }, how)
    expect(existsSync(join(workspace, 'ran'))).toBe(runs)
  })

  it('tells the end of a long output', async () => {
    const { carried } = await stop({ command: "sh -c 'seq 1 50000; exit 1'", tail: 100 })
    const said = String(carried).split('\n\n')[1] ?? ''
    expect(said).toMatch(/^\[\d+ characters before this\]\n\d{5}\n/)
    expect(said.endsWith('\n49999\n50000')).toBe(true)
    expect(said.length).toBeLessThan(150)
  })

  it.each([
    [
      'a program that is not there',
      'no-such-program',
      /can't run, so the turn ends without it: there is no program no-such-program/,
    ],
    ['what needs a shell', 'a && b', /can't run, so the turn ends without it: /],
  ])('%s is the person’s to mend', async (_what, command, note) => {
    expect(await stop({ command })).toMatchObject({ decision: 'pass', notes: [expect.stringMatching(note)] })
  })

  it('a command that takes too long is a no', async () => {
    expect((await stop({ command: 'sleep 30', timeoutMs: 100 })).carried).toMatch(
      /says no \(ran out of time after 0\.1 s\)/,
    )
  })

  it('runs in the folder that it is told to, without keys of ours', async () => {
    mkdirSync(join(workspace, 'sub'))
    const { carried } = await stop({ command: "sh -c 'pwd; env; exit 1'", cwd: 'sub' })
    expect(carried).toContain(`${workspace}/sub\n`)
    expect(carried).toContain('PLAIN=plain')
    expect(carried).not.toContain('DEPLOY_TOKEN')
  })

  it('ends with the turn', async () => {
    const controller = new AbortController()
    const started = performance.now()
    const running = stop({ command: "sh -c 'touch begun; sleep 30; touch ended'" }, { signal: controller.signal })
    await expect.poll(() => existsSync(join(workspace, 'begun')), { timeout: 10_000 }).toBe(true)
    controller.abort()
    expect((await running).decision).toBe('pass')
    expect(performance.now() - started).toBeLessThan(15_000)
    expect(existsSync(join(workspace, 'ended'))).toBe(false)
  })

  it('an empty command is a clear error', async () => {
    expect(await hooks.problem('keep-going', { command: ' ' })).toBe('command: say which command must pass')
  })
})
