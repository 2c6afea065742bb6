import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, onTestFinished, test, vi } from 'vitest'
import { untilWritten } from '../../processes/testing/until-written'
import { freshFolder } from '../../testing/fresh-folder'
import { createCommandRunner } from './index'
import { startLauncher } from './launcher'
import { ENV, freshRunner, isAlive, openFiles, processesOf, request } from './testing/commands'
import { createWaitingShells } from './waiting-shells'

/** The runner as one file, as an app has it, and a script that uses it in a process of its own. */
async function bundled(folder: string, script: string): Promise<string> {
  const stdin = { contents: script, resolveDir: import.meta.dirname, loader: 'ts' as const }
  const file = join(folder, 'script.mjs')
  await build({ stdin, bundle: true, platform: 'node', format: 'esm', outfile: file, logLevel: 'error' })
  return file
}

function ended(child: ChildProcess): Promise<unknown> {
  return child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve()
}

function untilGone(pids: readonly number[]): Promise<void> {
  return vi.waitFor(() => expect(pids.filter((pid) => isAlive(pid))).toEqual([]), { timeout: 5_000, interval: 20 })
}

test('after thousands of commands nothing is left: no process, no open file, no listener', async () => {
  const folder = freshFolder()
  // Its own: other runners of this machine make their folders beside.
  vi.stubEnv('TMPDIR', freshFolder())
  onTestFinished(() => void vi.unstubAllEnvs())
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('belay-commands-'))
  const before = new Set(folders())
  const files = openFiles()
  const runner = createCommandRunner()
  const stop = new AbortController()
  let added = 0
  const add = stop.signal.addEventListener.bind(stop.signal)
  const remove = stop.signal.removeEventListener.bind(stop.signal)
  stop.signal.addEventListener = (...args: Parameters<typeof add>) => {
    added += 1
    add(...args)
  }
  stop.signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    added -= 1
    remove(...args)
  }
  const lines = [
    'true',
    'cat',
    'exit 3',
    'kill -KILL $$',
    'sleep 30',
    'head -c 100000 /dev/zero',
    'no-such',
    'sleep 5 & exit 0',
  ]
  const round = async () => {
    const event = runner.forEvent()
    const limits = { signal: stop.signal, env: ENV, cwd: folder }
    const runs = lines.map((line) => event(request(line, { ...limits, timeoutMs: line === 'sleep 30' ? 60 : 20_000 })))
    return (await Promise.all(runs)).map(({ end }) => end.by)
  }
  for (let n = 0; n < 10; n += 1) await round()
  const memory = process.memoryUsage().rss
  for (let n = 0; n < 15; n += 1)
    expect(await round()).toEqual(['exit', 'exit', 'exit', 'signal', 'timeout', 'exit', 'exit', 'exit'])
  for (let n = 0; n < 200; n += 1) {
    const event = runner.forEvent()
    await Promise.all(Array.from({ length: 8 }, () => event(request('true', { signal: stop.signal }))))
  }
  expect(process.memoryUsage().rss - memory).toBeLessThan(48 * 1_048_576)
  expect(added).toBe(0)
  const [own = ''] = folders().filter((name) => !before.has(name) && processesOf(name).length > 0)
  const started = processesOf(own)
  await runner.close()
  expect(openFiles()).toBeLessThanOrEqual(files + 1)
  expect(existsSync(join(tmpdir(), own))).toBe(false)
  await untilGone(started.filter((pid) => !readCommand(pid).startsWith('sleep')))
}, 120_000)

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

test('a launcher that was killed is replaced, and what it ran is ended', async () => {
  const pids: number[] = []
  const folders: string[] = []
  const runner = createCommandRunner(
    createWaitingShells({
      start(events) {
        const launcher = startLauncher(events)
        folders.push(launcher.folder)
        return launcher
      },
    }),
  )
  onTestFinished(() => runner.close())
  const out = freshFolder()
  const running = runner.run(request('echo $$ >"$OUT/pid"; sleep 30', { env: { ...ENV, OUT: out } }))
  pids.push(Number(await untilWritten(join(out, 'pid'))))
  const [launcher] = processesOf(folders[0] ?? '').filter((pid) => readCommand(pid).startsWith(process.execPath))
  if (launcher === undefined) throw new Error('there is no launcher')
  process.kill(launcher, 'SIGKILL')
  expect((await running).end).toEqual({ by: 'signal', signal: 'SIGKILL' })
  expect((await runner.run(request('echo again'))).stdout.text).toBe('again\n')
  await runner.settled()
  await untilGone(pids)
  expect(folders).toHaveLength(2)
  expect(existsSync(folders[0] ?? '')).toBe(false)
})

test('a shell that was killed while it waited is replaced, and what was given to it runs on another one, once', async () => {
  const runner = freshRunner()
  const { stdout } = await runner.run(request('echo $PPID'))
  await vi.waitFor(() => expect(childrenOf(Number(stdout.text)).length).toBeGreaterThanOrEqual(8))
  for (const pid of childrenOf(Number(stdout.text))) process.kill(pid, 'SIGKILL')
  // None of them is told that it failed: it had not begun.
  const runs = await Promise.all(Array.from({ length: 20 }, () => runner.run(request('echo ran'))))
  expect(runs.map((run) => [run.stdout.text, run.end])).toEqual(runs.map(() => ['ran\n', { by: 'exit', exitCode: 0 }]))
})

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}

test('when this process is killed, what waits and what runs ends, and the folder goes', async () => {
  const folder = freshFolder()
  const file = await bundled(
    folder,
    `import { createCommandRunner } from './index'
     const runner = createCommandRunner()
     const limits = { args: null, cwd: '/', payload: '{}', timeoutMs: 60_000, signal: new AbortController().signal }
     runner.run({ line: 'trap "" TERM; echo $PPID $$ >"$OUT/pids"; while :; do sleep 1; done', env: { PATH: process.env.PATH ?? '', OUT: process.argv[2] ?? '' }, ...limits })`,
  )
  const child = spawn(process.execPath, [file, folder], { stdio: 'inherit' })
  const [launcher = 0, running = 0] = (await untilWritten(join(folder, 'pids'))).trim().split(' ').map(Number)
  const waiting = childrenOf(launcher)
  const [, own = ''] = /\0(\/[^\0]*belay-commands-[^\0]*)\0$/.exec(readCommand(launcher)) ?? []
  expect(existsSync(own)).toBe(true)
  child.kill('SIGKILL')
  await ended(child)
  await untilGone([launcher, running, ...waiting])
  expect(existsSync(own)).toBe(false)
})

test('a process that has nothing else to do ends, whatever waits', async () => {
  const folder = freshFolder()
  const file = await bundled(
    folder,
    `import { createCommandRunner } from './index'
     const runner = createCommandRunner()
     const limits = { args: null, cwd: '/', payload: '{}', timeoutMs: 60_000, signal: new AbortController().signal }
     const run = await runner.run({ line: 'cat', env: {}, ...limits })
     console.log(run.stdout.text)`,
  )
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.resume()
  await ended(child)
  expect(child.exitCode).toBe(0)
})

test.runIf(process.getuid?.() === 0)(
  'where the system starts no more processes, each command says so',
  async () => {
    // For root there is no limit: it takes another user, who can read the script.
    const folder = mkdtempSync('/var/tmp/belay-host-')
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = await bundled(
      folder,
      `import { createCommandRunner } from './index'
     const runner = createCommandRunner()
     const limits = { args: null, cwd: '/', payload: '{}', timeoutMs: 60_000, signal: new AbortController().signal }
     const ends = []
     for (let n = 0; n < 3; n += 1) ends.push((await runner.run({ line: 'true', env: {}, ...limits })).end)
     console.log(JSON.stringify(ends))
     await runner.close()`,
    )
    spawn('chmod', ['-R', 'a+rX', folder])
    const uid = 61_234
    const child = spawn(
      '/bin/sh',
      ['-c', `ulimit -p 12 2>/dev/null || ulimit -u 12; exec "${process.execPath}" --v8-pool-size=0 "${file}"`],
      {
        ...{ uid, gid: uid, stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: ENV.PATH, TMPDIR: '/tmp' } },
      },
    )
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
    })
    await ended(child)
    expect(child.exitCode).toBe(0)
    expect(JSON.parse(text)).toHaveLength(3)
  },
  60_000,
)

test('where this process may open no more files, a command says so', async () => {
  const folder = freshFolder()
  const file = await bundled(
    folder,
    `import { createCommandRunner } from './index'
     import { openSync } from 'node:fs'
     const runner = createCommandRunner()
     const limits = { args: null, cwd: '/', payload: '{}', timeoutMs: 60_000, signal: new AbortController().signal }
     for (let n = 0; n < 1_000; n += 1) { try { openSync('/dev/null') } catch { break } }
     const { end } = await runner.run({ line: 'true', env: {}, ...limits })
     console.log(JSON.stringify(end))
     process.exit()`,
  )
  const child = spawn('/bin/sh', ['-c', `ulimit -n 64; exec "${process.execPath}" "${file}"`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { TMPDIR: folder },
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  await ended(child)
  expect(JSON.parse(text)).toMatchObject({
    by: 'not_started',
    message: expect.stringMatching(/EMFILE|too many open files/i),
  })
})

test('no more than eight of one event run at a time, and another event does not wait for them', async () => {
  const folder = freshFolder()
  const runner = freshRunner()
  const event = runner.forEvent()
  writeFileSync(join(folder, 'most'), '')
  const count = 'mkdir "$OUT/$$"; ls "$OUT" | wc -l >>"$OUT/../most"; sleep 0.2; rmdir "$OUT/$$"'
  const out = join(folder, 'running')
  mkdirSync(out)
  const all = Promise.all(Array.from({ length: 20 }, () => event(request(count, { env: { ...ENV, OUT: out } }))))
  const other = await runner.forEvent()(request('echo other'))
  expect(other.stdout.text).toBe('other\n')
  await all
  const seen = readFileSync(join(folder, 'most'), 'utf8').trim().split('\n').map(Number)
  expect(seen).toHaveLength(20)
  expect(Math.max(...seen)).toBeLessThanOrEqual(8)
})

test('after it was closed it starts nothing, and what ran was cancelled', async () => {
  const runner = createCommandRunner()
  const out = freshFolder()
  const running = runner.run(request('echo $$ >"$OUT/pid"; sleep 30', { env: { ...ENV, OUT: out } }))
  const pid = Number(await untilWritten(join(out, 'pid')))
  await runner.close()
  expect((await running).end).toEqual({ by: 'cancelled' })
  expect(isAlive(pid)).toBe(false)
  expect((await runner.run(request('true'))).end.by).toBe('cancelled')
})
