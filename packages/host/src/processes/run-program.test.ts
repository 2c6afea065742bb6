import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../testing/fresh-folder'
import { type ProgramRequest, runProgram } from './run-program'
import { untilWritten } from './testing/until-written'

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url))

function request(
  name: string,
  changes: Partial<ProgramRequest> & { readonly argv?: readonly string[] } = {},
): ProgramRequest {
  const { argv = [], ...rest } = changes
  const run = name.endsWith('.sh')
    ? { file: fixture(name), args: argv }
    : { file: process.execPath, args: [fixture(`${name}.mjs`), ...argv] }
  const base = { ...run, cwd: '/', env: { PATH: process.env.PATH ?? '' }, stdin: null }
  return { ...base, timeoutMs: 20_000, signal: new AbortController().signal, ...rest }
}

/** A zombie is not alive: nobody reaps orphans in some containers. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return !existsSync('/proc/self/stat') || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
}

const pidIn = (text: string) => Number(/(?:grandchild|ready) (\d+)/.exec(text)?.[1])

describe('a program', () => {
  test('ends with its exit code and both of its outputs', async () => {
    const end = await runProgram(request('both-streams'))
    expect(end).toMatchObject({ exitCode: 3, signal: null, timedOut: false, stopped: false, pipesHeld: false })
    expect([end.stdout.text, end.stderr.text]).toEqual(['out\n', 'err\n'])
  })

  test('has its errors in its output where they are joined', async () => {
    const end = await runProgram(request('both-streams', { joined: true }))
    expect([end.stdout.text, end.stderr.text]).toEqual(['out\nerr\n', ''])
  })

  test('that is killed by a signal says which', async () => {
    expect(await runProgram(request('kills-itself'))).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
  })

  test('that is not there is an end, not a throw', async () => {
    const end = await runProgram(request('any', { file: 'no-such-program' }))
    expect(end.notStarted).toBe('there is no program no-such-program')
  })

  test('in a folder that is not there names the folder', async () => {
    const end = await runProgram(request('any', { cwd: '/no/such/folder' }))
    expect(end.notStarted).toBe('there is no folder /no/such/folder')
  })

  test('with a NUL in its arguments does not start', async () => {
    expect((await runProgram(request('any', { argv: ['a\0b'] }))).notStarted).toContain('null bytes')
  })

  test('that never reads a long input ends well, and the input counts as undelivered', async () => {
    const end = await runProgram(request('never-reads', { stdin: 'x'.repeat(5_000_000) }))
    expect(end).toMatchObject({ exitCode: 0, stdinDelivered: false })
  })

  test('that floods keeps its first and last half of the limit, and runs to its end', async () => {
    const end = await runProgram(request('floods', { argv: ['8'], outputBytes: 65_536 }))
    expect(end.exitCode).toBe(0)
    expect(end.stdout.bytes).toBe(8 * 1_048_576 + 8)
    expect(end.stdout.leftOut).toBe(end.stdout.bytes - 65_536)
    expect(end.stdout.text.startsWith(`${'.'.repeat(62)}1\n`)).toBe(true)
    expect(end.stdout.text.endsWith('through\n')).toBe(true)
  })
})

describe('the end of a program', () => {
  test('is not held up by a grandchild that keeps its pipes', async () => {
    const end = await runProgram(request('leaves-grandchild'))
    const pid = pidIn(end.stdout.text)
    try {
      expect(end).toMatchObject({ exitCode: 0, pipesHeld: true })
      expect(end.durationMs).toBeLessThan(10_000)
      expect(isAlive(pid)).toBe(true)
    } finally {
      process.kill(pid, 'SIGKILL')
    }
  })

  test('at its time limit is a KILL where TERM is ignored', async () => {
    const end = await runProgram(request('ignores-term.sh', { timeoutMs: 300 }))
    expect(end).toMatchObject({ timedOut: true, stopped: false, signal: 'SIGKILL' })
    expect(end.stdout.text).toContain('TERM ignored')
    expect(end.durationMs).toBeGreaterThanOrEqual(300 + 1_500)
  })

  test('by a stop comes within a second, whatever it ignores', async () => {
    const stop = new AbortController()
    const ready = join(freshFolder(), 'ready')
    const running = runProgram(request('ignores-term.sh', { signal: stop.signal, argv: [ready] }))
    await untilWritten(ready)
    const stoppedAt = performance.now()
    stop.abort()
    const end = await running
    expect(end).toMatchObject({ stopped: true, signal: 'SIGKILL' })
    expect(performance.now() - stoppedAt).toBeLessThan(1_000)
  })

  test('at its limit leaves no descendant, also one that ignores TERM when its parent obeys', async () => {
    const end = await runProgram(request('parent-of-ignores-term.sh', { timeoutMs: 300 }))
    expect(end.timedOut).toBe(true)
    expect(isAlive(pidIn(end.stdout.text))).toBe(false)
  })

  test('before its start, by a stop, starts nothing', async () => {
    const end = await runProgram(request('both-streams', { signal: AbortSignal.abort() }))
    expect(end).toMatchObject({ stopped: true, notStarted: 'the turn was stopped before it' })
  })

  test('leaves no listener on the signal', async () => {
    const { signal } = new AbortController()
    let added = 0
    const counted = new Proxy(signal, {
      get(target, key) {
        if (key === 'addEventListener') added += 1
        if (key === 'removeEventListener') added -= 1
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await runProgram(request('both-streams', { signal: counted }))
    expect(added).toBe(0)
  })
})
