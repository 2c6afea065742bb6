/**
 * Shells that wait to become commands, started ahead by the launcher. Promises: taking one never forks this process;
 * every taker gets a shell or the reason why there is none; a launcher or a shell that died is replaced. What waits ends at
 * the end of its stdin, so it outlives neither `close` nor this process.
 */
import { join } from 'node:path'
import { type Launcher, startLauncher } from './launcher'
import { beginShell, type OwnShell, type Shell } from './shell'
import type { Env } from './start-line'

/** How many wait. */
export interface Waiting {
  /** With fewer it is filled up. */
  readonly least: number
  readonly most: number
}

/** As many as the commands of one event that run side by side; and some, so that one word to the launcher fills up after several that came one by one. */
const FOR_EVENTS: Waiting = { least: 8, most: 12 }
/** `mkfifo` is a process too: pipes are made for several fillings at once. */
const MADE_AHEAD = 2
/** A shell is replaced when the command that took it has had its moment: forks in between would slow it down. */
const REFILL_AFTER_MS = 10
/** Reached only on a system that starts nothing any more. */
const MOST_WAIT_MS = 10_000

export type Taken = { readonly ok: true; readonly shell: Shell } | { readonly ok: false; readonly message: string }

export interface WaitingShells {
  /** The environment that shells are started with from now on; those that wait with another one are replaced. */
  expect(env: Env): void
  take(): Promise<Taken>
  close(): Promise<void>
}

interface Pool {
  readonly launcher: Launcher
  /** Ids whose pipes are there. */
  readonly made: string[]
  /** Ids whose pipes are being made. */
  making: number
  readonly shells: Map<string, OwnShell>
  env: Env
  /** It has done something: one that never does is not started again and again. */
  proved: boolean
}

type Taker = (taken: Taken) => void

export interface WaitingShellsOptions {
  readonly waiting?: Waiting
  /** The launcher's; a test has another. */
  readonly start?: typeof startLauncher
}

export function createWaitingShells(options: WaitingShellsOptions = {}): WaitingShells {
  const { waiting = FOR_EVENTS, start = startLauncher } = options
  const takers: Taker[] = []
  const state: { pool: Pool | null; env: Env; timer: NodeJS.Timeout | null; closed: boolean; ids: number } = {
    ...{ pool: null, env: {}, timer: null, closed: false, ids: 0 },
  }

  function openPool(): Pool {
    const pool: Pool = {
      launcher: start({
        made(ids) {
          pool.proved = true
          pool.making -= ids.length
          pool.made.push(...ids)
          refill()
        },
        started: (id, pid) => pool.shells.get(id)?.started(pid, serve),
        ended(id, end) {
          const shell = pool.shells.get(id)
          pool.shells.delete(id)
          shell?.over(end)
          giveUpUnlessStarting('the shell that was to run it ended before it could')
          refillLater()
        },
        failed(id, message) {
          const shell = pool.shells.get(id)
          if (shell === undefined) pool.making -= 1
          pool.shells.delete(id)
          shell?.drop()
          giveUpUnlessStarting(message)
        },
        lost: (message) => lose(pool, message),
      }),
      ...{ made: [], making: 0, shells: new Map(), env: {}, proved: false },
    }
    return pool
  }

  function lose(pool: Pool, message: string): void {
    if (state.pool === pool) state.pool = null
    const shells = [...pool.shells.values()]
    pool.shells.clear()
    for (const shell of shells) shell.over(null)
    if (pool.proved) refillLater()
    else giveUp(message)
  }

  function count(which: OwnShell['state']): number {
    return [...(state.pool?.shells.values() ?? [])].filter((shell) => shell.state === which).length
  }

  function giveUpUnlessStarting(message: string): void {
    if (count('starting') === 0 && (state.pool?.making ?? 0) === 0) giveUp(message)
  }

  function giveUp(message: string): void {
    for (const taker of takers.splice(0)) taker({ ok: false, message })
  }

  function serve(): void {
    while (takers.length > 0) {
      const shell = nextWaiting()
      if (shell === null) break
      takers.shift()?.({ ok: true, shell: shell.take() })
    }
    refillLater()
  }

  /** Those that wait with what is expected come first. */
  function nextWaiting(): OwnShell | null {
    let other: OwnShell | null = null
    for (const shell of state.pool?.shells.values() ?? []) {
      if (shell.state !== 'waiting') continue
      if (shell.env === state.env) return shell
      other ??= shell
    }
    return other
  }

  function refillLater(): void {
    if (takers.length > 0) refill()
    else
      state.timer ??= setTimeout(() => {
        state.timer = null
        refill()
      }, REFILL_AFTER_MS).unref()
  }

  function refill(): void {
    if (state.closed) return
    try {
      state.pool ??= openPool()
      if (takers.length === 0) replaceOthers(state.pool)
      startMissing(state.pool)
    } catch (error) {
      giveUp(error instanceof Error ? error.message : String(error))
    }
  }

  function replaceOthers(pool: Pool): void {
    for (const [id, shell] of pool.shells) {
      if (shell.state !== 'waiting' || shell.env === state.env) continue
      pool.shells.delete(id)
      shell.drop()
    }
  }

  function startMissing(pool: Pool): void {
    const there = count('starting') + count('waiting') - takers.length
    if (there >= waiting.least) return
    const missing = waiting.most - there
    if (pool.env !== state.env) pool.launcher.env(state.env)
    pool.env = state.env
    const ids = pool.made.splice(0, missing)
    for (const id of ids) pool.shells.set(id, beginShell(join(pool.launcher.folder, id), state.env))
    if (ids.length > 0) pool.launcher.start(ids)
    makeMore(pool)
  }

  function makeMore(pool: Pool): void {
    if (pool.made.length + pool.making >= waiting.most) return
    const ids = Array.from({ length: waiting.most * MADE_AHEAD }, () => `${state.ids++}`)
    pool.making += ids.length
    pool.launcher.make(ids)
  }

  return {
    expect(env) {
      state.env = env
      refillLater()
    },
    take() {
      if (state.closed) return Promise.resolve({ ok: false, message: 'the runner of commands is closed' })
      const taken = new Promise<Taken>((resolve) => takers.push(withinTime(resolve, takers)))
      serve()
      return taken
    },
    async close() {
      state.closed = true
      if (state.timer !== null) clearTimeout(state.timer)
      giveUp('the runner of commands is closed')
      const { pool } = state
      if (pool === null) return
      for (const shell of pool.shells.values()) if (shell.state !== 'taken') shell.drop()
      await pool.launcher.close()
    },
  }
}

function withinTime(resolve: Taker, takers: Taker[]): Taker {
  const taker: Taker = (taken) => {
    clearTimeout(timer)
    resolve(taken)
  }
  const timer = setTimeout(() => {
    const at = takers.indexOf(taker)
    if (at >= 0) takers.splice(at, 1)
    resolve({ ok: false, message: `the system started no process for it within ${MOST_WAIT_MS / 1_000} s` })
  }, MOST_WAIT_MS)
  return taker
}
