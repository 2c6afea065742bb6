/**
 * The launcher seen from here: a process that starts waiting shells and tells how they ended. Promises: whatever it was
 * asked for is answered once, also when it dies; it never keeps this process running. It is in a group of its own, so that
 * Ctrl-C in a terminal is this process's to decide about.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { LAUNCHER_SOURCE } from './launcher-source'
import type { Env } from './start-line'

export interface LauncherEvents {
  made(ids: readonly string[]): void
  started(id: string, pid: number): void
  ended(id: string, end: ShellEnd): void
  failed(id: string, message: string): void
  /** It is gone, and with it every word about what it started. */
  lost(message: string): void
}

export interface ShellEnd {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Launcher {
  readonly folder: string
  make(ids: readonly string[]): void
  env(env: Env): void
  start(ids: readonly string[]): void
  /** Resolves when it is gone. */
  close(): Promise<void>
}

const said = z.union([
  z.object({ ended: z.string(), exitCode: z.number().nullable(), signal: z.custom<NodeJS.Signals>().nullable() }),
  z.object({ started: z.string(), pid: z.number() }),
  z.object({ made: z.array(z.string()) }),
  z.object({ failed: z.string(), message: z.string() }),
])

/** Throws where it can't be started. */
export function startLauncher(events: LauncherEvents): Launcher {
  const folder = mkdtempSync(join(tmpdir(), 'belay-commands-'))
  // Small from the start: what it has in memory is what each of its forks has to copy.
  const flags = ['--max-semi-space-size=1', '--v8-pool-size=0', '--input-type=commonjs', '-e', LAUNCHER_SOURCE]
  // Next declares a variable that every environment of node's types must have then.
  const env: NodeJS.ProcessEnv = Object.assign(Object.create(null), { PATH: `${process.env.PATH ?? ''}:/usr/bin:/bin` })
  const child = spawn(process.execPath, [...flags, folder], {
    ...{ cwd: '/', detached: true, env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const gone = whenGone(child, (message) => events.lost(message)).then(() => takeAway(folder))
  // Where the system has no more files to open, a child has no pipes: it tells why by an error.
  const { stdin, stdout }: Partial<typeof child> = child
  stdin?.on('error', () => undefined)
  if (stdout !== undefined) readLines(stdout, (line) => tell(said.parse(JSON.parse(line)), events))
  for (const part of [child, stdin, stdout]) unref(part)
  const ask = (message: object) => stdin?.write(`${JSON.stringify(message)}\n`)
  return {
    folder,
    make: (ids) => ask({ do: 'make', ids }),
    env: (env) => ask({ do: 'env', env }),
    start: (ids) => ask({ do: 'start', ids }),
    close() {
      stdin?.end()
      child.ref()
      return gone
    },
  }
}

/** All that it said has been read by then. */
function whenGone(child: ChildProcess, tell: (message: string) => void): Promise<void> {
  return new Promise((resolve) => {
    const leave = (message: string) => {
      resolve()
      tell(message)
    }
    child.once('close', (code, signal) => leave(`the launcher of commands ended (${signal ?? code})`))
    child.on('error', (error) => {
      if (child.pid === undefined) leave(`the launcher of commands did not start: ${error.message}`)
    })
  })
}

/** Something that it had begun may still be making pipes there. */
function takeAway(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

function unref(part: object | undefined): void {
  if (part !== undefined && 'unref' in part && typeof part.unref === 'function') part.unref()
}

function tell(message: z.infer<typeof said>, events: LauncherEvents): void {
  if ('ended' in message) events.ended(message.ended, message)
  else if ('started' in message) events.started(message.started, message.pid)
  else if ('made' in message) events.made(message.made)
  else events.failed(message.failed, message.message)
}

function readLines(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let left = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const lines = (left + text).split('\n')
    left = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
}
