/**
 * Bundles what it is asked for in processes that can be ended. Promises: starts none before something is asked; one that
 * died is replaced, and its job done once more; each failure of a process is said, for a log.
 */
import type { Clock } from '@belay/trace'
import type { HookError } from './bundle-hook'
import { type BundlerJob, BundlerProcess } from './bundler-process'

export type Bundler = Pick<BundlerProcesses, 'run' | 'close'>

export type BundlerAnswer =
  | { readonly ok: true; readonly value: unknown }
  /** `ended`: it took more than it may, and would again. */
  | { readonly ok: false; readonly error: HookError; readonly ended: boolean }

/** One that can't come to an end holds up no other file. */
const MOST_PROCESSES = 2

export class BundlerProcesses {
  private processes: BundlerProcess[] = []
  private readonly ending = new Set<Promise<void>>()
  private waiting: (() => void)[] = []
  private closed = false

  constructor(
    private readonly clock: Clock,
    private readonly print: (text: string) => void,
  ) {}

  async run(job: BundlerJob): Promise<BundlerAnswer> {
    return (
      (await this.runOnce(job)) ?? (await this.runOnce(job)) ?? failed(job, 'the process that bundles it died, twice')
    )
  }

  /** Resolves once nothing of it is left. */
  async close(): Promise<void> {
    this.closed = true
    for (const wake of this.waiting.splice(0)) wake()
    await Promise.all([...this.ending, ...this.processes.map((one) => one.close())])
  }

  /** Null where its process died. */
  private async runOnce(job: BundlerJob): Promise<BundlerAnswer | null> {
    let bundler = this.atRest()
    while (bundler === null && !this.closed) {
      await new Promise<void>((wake) => this.waiting.push(wake))
      bundler = this.atRest()
    }
    if (bundler === null) return failed(job, 'the hook library is closed')
    const answer = await bundler.run(job)
    this.waiting.shift()?.()
    if (answer.ok === true) return answer
    if (answer.ok === false) return { ...answer, ended: false }
    if (answer.ok === 'lost') {
      if (this.closed) return failed(job, 'the hook library is closed')
      this.print(`${job.file}: the process that bundles hook files died; another one is started`)
      return null
    }
    this.print(`${job.file}: ${answer.error.message}; the process that bundled it was ended`)
    return { ok: false, error: answer.error, ended: true }
  }

  /** Null while all are at work, and once this is closed. */
  private atRest(): BundlerProcess | null {
    if (this.closed) return null
    this.processes = this.processes.filter((one) => !one.isOver)
    const idle = this.processes.find((one) => one.isIdle)
    return idle ?? (this.processes.length < MOST_PROCESSES ? this.add() : null)
  }

  private add(): BundlerProcess {
    const added = new BundlerProcess(this.clock)
    this.processes.push(added)
    const gone = added.gone.finally(() => this.ending.delete(gone))
    this.ending.add(gone)
    return added
  }
}

function failed({ file }: BundlerJob, message: string): BundlerAnswer {
  return { ok: false, ended: false, error: { file, line: null, message } }
}
