/**
 * A process that bundles, one job at a time. Promises: a job settles within its limits of time and memory, whatever it
 * reads; past them the process is ended with esbuild. It keeps nothing alive while nothing is asked of it, ends when this
 * process is gone, and is in a group of its own, so that Ctrl-C in a terminal is not its to decide about.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Clock } from '@belay/trace'
import { z } from 'zod'
import { signalGroup } from '../../processes/end-group'
import type { HookError } from './bundle-hook'
import { BUNDLE_MS, MOST_BUNDLER_MIB } from './bundle-limits'
import { BUNDLER_SOURCE } from './bundler-source'
import { residentMemory } from './resident-memory'

export type BundlerJob = { readonly file: string } & (
  | {
      readonly do: 'bundle'
      /** That esbuild works in. */
      readonly folder: string
      /** Null where it is read from the disk. */
      readonly text: string | null
      readonly around: { readonly code: string; readonly alone: string } | null
    }
  | { readonly do: 'transform'; readonly text: string }
)

export type Bundling =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: HookError }
  /** The process is gone: a new one may do better. */
  | { readonly ok: 'lost' }
  /** It took more than it may. */
  | { readonly ok: 'ended'; readonly error: HookError }

/** Where the app's own packages are seen from: this source file, or the bundle that it has become a part of. */
const here = dirname(fileURLToPath(import.meta.url))
/** Memory is filled at a GiB or two a second. */
const LOOK_MS = 100
const MIB = 1_048_576

const answer = z.union([
  z.object({ esbuild: z.int() }),
  z.object({
    id: z.number(),
    ok: z.literal(false),
    error: z.object({ file: z.string(), line: z.number().nullable(), message: z.string() }),
  }),
  z.looseObject({ id: z.number(), ok: z.literal(true) }),
])

interface Running {
  readonly id: number
  readonly job: BundlerJob
  readonly settle: (bundling: Bundling) => void
  cancel: readonly (() => void)[]
}

export class BundlerProcess {
  /** Resolves once it is gone. */
  readonly gone: Promise<void>
  private readonly child: ChildProcess
  private readonly esbuild = createRequire(import.meta.url).resolve('esbuild')
  private esbuildPid: number | null = null
  private running: Running | null = null
  private lastId = 0
  private over = false

  constructor(private readonly clock: Clock) {
    const { NODE_OPTIONS: _, ...env } = process.env
    this.child = spawn(process.execPath, ['--input-type=commonjs', '-'], {
      ...{ cwd: here, detached: true, env, windowsHide: true, serialization: 'advanced' },
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    })
    this.gone = new Promise((resolve) => {
      const leave = () => {
        this.over = true
        this.finish({ ok: 'lost' })
        resolve()
      }
      this.child.once('exit', leave)
      this.child.on('error', leave)
    })
    this.child.on('message', (message) => this.hear(message))
    this.child.stdin?.on('error', () => undefined)
    this.child.stdin?.end(BUNDLER_SOURCE)
    this.rest()
  }

  get isIdle(): boolean {
    return this.running === null && !this.over
  }

  get isOver(): boolean {
    return this.over
  }

  run(job: BundlerJob): Promise<Bundling> {
    return new Promise((settle) => {
      const id = ++this.lastId
      this.running = { id, job, settle, cancel: [this.clock.after(BUNDLE_MS, () => this.tooLong())] }
      this.watch(id)
      this.child.ref()
      this.child.channel?.ref()
      this.child.send({ ...job, id, here, esbuild: this.esbuild }, (error) => {
        if (error !== null) this.end({ ok: 'lost' })
      })
    })
  }

  close(): Promise<void> {
    this.end({ ok: 'lost' })
    // Who waits for its end must live to see it.
    this.child.ref()
    return this.gone
  }

  private hear(message: unknown): void {
    const said = answer.parse(message)
    if (!('ok' in said)) this.esbuildPid = said.esbuild
    else if (said.id !== this.running?.id) return
    else if (said.ok) this.finish({ ok: true, value: said })
    else this.finish({ ok: false, error: said.error })
  }

  private finish(bundling: Bundling): void {
    const { running } = this
    this.running = null
    for (const cancel of running?.cancel ?? []) cancel()
    this.rest()
    running?.settle(bundling)
  }

  private rest(): void {
    this.child.unref()
    this.child.channel?.unref()
  }

  private watch(id: number): void {
    const look = this.clock.after(LOOK_MS, async () => {
      const held = await residentMemory([this.child.pid, this.esbuildPid].filter((pid) => typeof pid === 'number'))
      if (this.running?.id !== id) return
      if (held > MOST_BUNDLER_MIB * MIB) this.tooMuch()
      else this.watch(id)
    })
    if (this.running?.id === id) this.running.cancel = [...this.running.cancel.slice(0, 1), look]
  }

  private tooLong(): void {
    this.endWith(
      `it could not be bundled within ${BUNDLE_MS / 1_000} s: what it imports has no end, or waits for something`,
    )
  }

  private tooMuch(): void {
    this.endWith(`it could not be bundled with ${MOST_BUNDLER_MIB} MiB of memory: what it imports has no end`)
  }

  private endWith(message: string): void {
    const { running } = this
    if (running !== null) this.end({ ok: 'ended', error: { file: running.job.file, line: null, message } })
  }

  private end(bundling: Bundling): void {
    if (!this.over) {
      this.over = true
      const { pid } = this.child
      if (pid === undefined || process.platform === 'win32') this.child.kill('SIGKILL')
      else signalGroup(pid, 'SIGKILL')
    }
    this.finish(bundling)
  }
}
