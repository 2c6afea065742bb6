/**
 * What a command hook costs beside `child_process.spawn` of the same command, in one run and in turns: from a small process
 * and from one with 2 GB resident, alone and eight at a time. Time to the result, and time with the event loop stopped: by its
 * start, and by all of it with the refill of the pool. Medians. Each process of the bench measures itself.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type CommandRunner, createThreadedRunner } from '@belay/host'
import { build } from 'esbuild'

const RESIDENT_MIB = 2_048
const ROUNDS = { small: 80, large: 25 }
/** The two take turns, so that the load of the machine is the same for both. */
const ROUNDS_A_TURN = 5
/** The pool is filled again in between, as it is between the events of a session. */
const BETWEEN_MS = 30
/** What a start does before it waits for anything. */
const MICROTASKS = 40
const LARGE_PAYLOAD = `"${'x'.repeat(5_000_000)}"`
const PAYLOAD = `"${'x'.repeat(1_000)}"`

const env: Record<string, string> = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', LANG: 'C.UTF-8' }

interface Costs {
  readonly resultMs: number
  /** All that a hook stopped the event loop for. */
  readonly stoppedMs: number
  /** Of that: until it was started. */
  readonly startMs: number
}

interface Compared {
  readonly plain: Costs
  readonly runner: Costs
}

interface Measured {
  readonly alone: Compared
  readonly eight: Compared
  /** A line that needs a shell of its own. */
  readonly expanded: Compared
  readonly large: Compared
  readonly persistentMs: number
  readonly overshootMs: number
}

type Way = (line: string, payload: string) => Promise<unknown>

const plain: Way = (line, payload) =>
  new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', line], { cwd: '/', env, detached: true })
    child.stdin.on('error', () => undefined)
    child.stdin.end(`${payload}\n`)
    child.stdout.resume()
    child.stderr.resume()
    child.on('close', resolve)
  })

const signal = new AbortController().signal
const pooledBy =
  (runner: CommandRunner): Way =>
  (line, payload) =>
    runner.run({ line, args: null, cwd: '/', env, payload, timeoutMs: 60_000, signal })

interface Work {
  readonly line: string
  readonly payload: string
  readonly count: number
  readonly rounds: number
}

async function compare(pooled: Way, work: Work): Promise<Compared> {
  const samples = { plain: createSamples(work), runner: createSamples(work) }
  for (let turn = 0; turn < work.rounds; turn += ROUNDS_A_TURN) {
    for (let round = 0; round < ROUNDS_A_TURN; round += 1) await samples.plain.take(plain)
    // A fork leaves every page of this process to be copied at its next write: that is the fork's cost, not the next one's.
    await pooled(work.line, work.payload)
    for (let round = 0; round < ROUNDS_A_TURN; round += 1) await samples.runner.take(pooled)
  }
  return { plain: samples.plain.read(), runner: samples.runner.read() }
}

function createSamples({ line, payload, count }: Work) {
  const result: number[] = []
  const stopped: number[] = []
  const start: number[] = []
  const once = (way: Way) => Promise.all(Array.from({ length: count }, () => way(line, payload)))
  return {
    async take(way: Way) {
      const loop = performance.eventLoopUtilization()
      const startedMs = performance.now()
      const running = once(way)
      for (let n = 0; n < MICROTASKS; n += 1) await null
      start.push((performance.now() - startedMs) / count)
      await running
      result.push(performance.now() - startedMs)
      await sleep(BETWEEN_MS)
      stopped.push(performance.eventLoopUtilization(loop).active / count)
    },
    read: (): Costs => ({ resultMs: median(result), stoppedMs: median(stopped), startMs: median(start) }),
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

const ECHO = `process.stdin.on('data', (data) => { for (const line of String(data).split('\\n')) if (line) process.stdout.write('{"id":' + JSON.parse(line).id + '}\\n') })`

async function persistentMs(runner: CommandRunner): Promise<number> {
  const command = runner.persistent({ line: process.execPath, args: ['-e', ECHO], cwd: '/', env })
  const limits = { timeoutMs: 60_000, signal }
  for (let n = 0; n < 200; n += 1) await command.ask(PAYLOAD, limits)
  const samples: number[] = []
  for (let n = 0; n < 1_000; n += 1) {
    const startedMs = performance.now()
    await command.ask(PAYLOAD, limits)
    samples.push(performance.now() - startedMs)
  }
  await command.close()
  return median(samples)
}

/** The worst of some, each with something else left running. */
async function overshootMs(runner: CommandRunner): Promise<number> {
  const left = ['sleep 20', 'trap "" TERM; sleep 20 & wait; sleep 20', 'yes', 'sleep 20 | sleep 20', 'kill -STOP $$']
  const over: number[] = []
  for (const line of [...left, ...left]) {
    const startedMs = performance.now()
    await runner.run({ line, args: null, cwd: '/', env, payload: PAYLOAD, timeoutMs: 300, signal })
    over.push(performance.now() - startedMs - 300)
  }
  return Math.max(...over)
}

async function measure(residentMib: number, thread: string): Promise<Measured> {
  const runner = createThreadedRunner(new URL(thread))
  const pooled = pooledBy(runner)
  const rounds = residentMib === 0 ? ROUNDS.small : ROUNDS.large
  runner.warm(env)
  const resident = Array.from({ length: residentMib / 64 }, () => Buffer.alloc(67_108_864, 1))
  const small = { line: 'true', payload: PAYLOAD }
  await compare(pooled, { ...small, count: 1, rounds: 5 })
  const measured = {
    alone: await compare(pooled, { ...small, count: 1, rounds }),
    eight: await compare(pooled, { ...small, count: 8, rounds: Math.ceil(rounds / 3) }),
    expanded: await compare(pooled, { ...small, line: 'test -n "$HOME"', count: 1, rounds }),
    large: await compare(pooled, {
      line: 'cat >/dev/null',
      payload: LARGE_PAYLOAD,
      count: 1,
      rounds: Math.ceil(rounds / 3),
    }),
    persistentMs: await persistentMs(runner),
    overshootMs: await overshootMs(runner),
  }
  await runner.close()
  if (resident.length > 0 && resident[0]?.[0] !== 1) throw new Error('it was not resident')
  return measured
}

function measureIn(residentMib: number, thread: URL): Promise<Measured> {
  const args = ['--import', 'tsx', fileURLToPath(import.meta.url), `${residentMib}`, thread.href]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    child.on('close', (code) =>
      code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`the bench ended with ${code}`)),
    )
  })
}

/** The thread that commands are started from, as the server has it. */
async function buildThread(folder: string): Promise<URL> {
  const main = new URL('../../packages/host/src/command-hooks/runner/thread/main.ts', import.meta.url)
  const outfile = join(folder, 'command-thread.mjs')
  await build({ entryPoints: [fileURLToPath(main)], bundle: true, platform: 'node', format: 'esm', outfile })
  return pathToFileURL(outfile)
}

function row(name: string, { plain, runner }: Compared): string {
  const figures = [plain.resultMs, runner.resultMs, runner.resultMs / plain.resultMs]
  const stops = [plain.startMs, runner.startMs, plain.stoppedMs, runner.stoppedMs]
  return [name, ...figures.map((figure) => figure.toFixed(3)), ...stops.map((stop) => stop.toFixed(3))].join(' | ')
}

export async function benchCommandHooks(): Promise<void> {
  console.log('\nA command hook beside child_process.spawn of the same command, ms (medians, in turns)\n')
  console.log(
    'command | spawn | runner | runner : spawn | loop stopped by the start of a hook: spawn | runner | by all of it, with the refill: spawn | runner',
  )
  const folder = mkdtempSync(join(tmpdir(), 'belay-bench-'))
  const thread = await buildThread(folder)
  for (const [name, residentMib] of [
    ['small process', 0],
    ['2 GB resident', RESIDENT_MIB],
  ] as const) {
    const measured = await measureIn(residentMib, thread)
    console.log(row(`sh -c true, 1 KB, ${name}`, measured.alone))
    console.log(row(`the same, eight at once, ${name}`, measured.eight))
    console.log(row(`sh -c 'test -n "$HOME"', 1 KB, ${name}`, measured.expanded))
    console.log(row(`5 MB read by cat, ${name}`, measured.large))
    console.log(`a persistent command, ${name}: ${measured.persistentMs.toFixed(3)} ms an answer`)
    console.log(
      `a timeout overshoots, ${name}: ${measured.overshootMs.toFixed(1)} ms at most, whatever was left running`,
    )
  }
  rmSync(folder, { recursive: true })
  console.log(
    '\nAimed at: 0.5 of spawn from the small process (0.3 for eight), 0.03 from the large one; the loop stopped 0.15 ms a hook; 5 MB within 1.2 of spawn, 20 ms at once; persistent under 0.15 ms; overshoot under 100 ms.',
  )
}

const [resident, thread] = process.argv[1] === fileURLToPath(import.meta.url) ? process.argv.slice(2) : []
if (resident !== undefined && thread !== undefined) console.log(JSON.stringify(await measure(Number(resident), thread)))
