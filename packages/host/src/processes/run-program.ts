/**
 * Runs one program in a process group of its own and waits for the program, not for what it left behind. Promises: one
 * end for each start, within a bounded time after its limit or a stop; the whole group is ended then, TERM first; no
 * listener, timer or pipe of ours outlives it. Never throws: a program that can't be started is an end like another.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type BoundedBytes, type BoundedText, createBoundedBytes, NO_OUTPUT } from './bounded-bytes'
import { drain } from './drain'
import { isCode } from './end-group'
import { watchLimits } from './watch-limits'

export interface ProgramRequest {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Written and closed; null closes it at once. */
  readonly stdin: string | null
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Bytes kept of each stream: its first and its last half. */
  readonly outputBytes?: number
  /** stderr joins stdout, in the order in which it came. */
  readonly joined?: boolean
}

export interface ProgramEnd {
  /** Why the program did not start, or null. */
  readonly notStarted: string | null
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly timedOut: boolean
  readonly stopped: boolean
  readonly stdout: BoundedText
  readonly stderr: BoundedText
  /** False where the program closed its input, or ended, before all was written. */
  readonly stdinDelivered: boolean
  /** Something that the program started still held its pipes when it had ended. */
  readonly pipesHeld: boolean
  readonly durationMs: number
}

const OUTPUT_BYTES = 1_048_576

export async function runProgram(request: ProgramRequest): Promise<ProgramEnd> {
  const startedAt = performance.now()
  const took = () => performance.now() - startedAt
  if (request.signal.aborted) return notStarted('the turn was stopped before it', { stopped: true, durationMs: took() })
  const started = start(request)
  if (typeof started === 'string') return notStarted(started, { durationMs: took() })
  const outputs = collect(started, request)
  const stdin = feed(started, request.stdin)
  const guard = watchLimits(started, request)
  const ended = await exitOf(started)
  await guard.settled()
  const pipesHeld = await drain(started, outputs.seen)
  const { exitCode, signal, error } = ended
  if (error !== null) return notStarted(sayWhy(error, request), { durationMs: took() })
  return {
    notStarted: null,
    exitCode,
    signal,
    timedOut: guard.why === 'timeout',
    stopped: guard.why === 'stop',
    stdout: outputs.stdout.read(),
    stderr: request.joined === true ? NO_OUTPUT : outputs.stderr.read(),
    stdinDelivered: stdin.delivered,
    pipesHeld,
    durationMs: took(),
  }
}

function start(request: ProgramRequest): ChildProcess | string {
  const { file, args, cwd } = request
  // Next declares a variable that every environment of node's types must have then; a program's need not.
  const env: NodeJS.ProcessEnv = Object.assign(Object.create(null), request.env)
  try {
    return spawn(file, [...args], { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  } catch (error) {
    return sayWhy(error, request)
  }
}

function sayWhy(error: unknown, { file, cwd }: ProgramRequest): string {
  if (!existsSync(cwd)) return `there is no folder ${cwd}`
  if (isCode(error, 'ENOENT')) return `there is no program ${file}`
  if (isCode(error, 'EACCES')) return `${file} may not be run: it is not executable, or a folder`
  return error instanceof Error ? error.message : String(error)
}

function notStarted(why: string, more: Partial<ProgramEnd>): ProgramEnd {
  const outputs = { stdout: NO_OUTPUT, stderr: NO_OUTPUT, stdinDelivered: false, pipesHeld: false, durationMs: 0 }
  const end = { exitCode: null, signal: null, timedOut: false, stopped: false }
  return { ...outputs, ...end, notStarted: why, ...more }
}

interface Outputs {
  readonly stdout: BoundedBytes
  readonly stderr: BoundedBytes
  /** Bytes that came so far. */
  seen(): number
}

function collect(child: ChildProcess, { outputBytes = OUTPUT_BYTES, joined = false }: ProgramRequest): Outputs {
  const stdout = createBoundedBytes(outputBytes)
  const stderr = joined ? stdout : createBoundedBytes(outputBytes)
  let bytes = 0
  const into = (kept: BoundedBytes) => (chunk: Buffer) => {
    bytes += chunk.length
    kept.add(chunk)
  }
  child.stdout?.on('data', into(stdout))
  child.stderr?.on('data', into(stderr))
  return { stdout, stderr, seen: () => bytes }
}

/** A program that does not read its input is no failure: the broken pipe is noted, not thrown. */
function feed(child: ChildProcess, text: string | null): { readonly delivered: boolean } {
  const state = { delivered: true }
  child.stdin?.on('error', () => {
    state.delivered = false
  })
  child.stdin?.end(text ?? '')
  return state
}

interface Exit {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly error: unknown
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal, error: null }))
    child.on('error', (error) => {
      if (child.pid === undefined) resolve({ exitCode: null, signal: null, error })
    })
  })
}
