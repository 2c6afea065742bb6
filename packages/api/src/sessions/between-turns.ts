/**
 * What is asked of a session while no turn of it runs: `session.end`, and a compaction that a person wants. Promises: nothing
 * that was merely looked at is asked; the end of a session holds nobody up for more than two seconds.
 */
import type { Compacted, SessionSetup, TurnPorts } from '@belay/agent'
import type { SessionRecord } from '@belay/db'
import type { SendOptions } from '../operations'
import type { SessionParts } from './parts'
import type { SessionComposition } from './session-composition'
import { makePorts, type SessionSide } from './turn-ports'
import { makeSessionSetup } from './turn-setup'

export interface BetweenTurns {
  /** Resolves when all hooks have answered, or after `END_MS`. */
  end(reason: string): Promise<void>
  compact(): Promise<Compacted>
  /** Whether it is being summed up. */
  busy(): boolean
  /** Ends that. False where it was not. */
  stop(reason?: string): Promise<boolean>
  /** Whether it was summed up since its last turn. */
  isCompacted(): boolean
}

export interface BetweenSide extends Omit<SessionSide, 'turn'> {
  readonly record: () => SessionRecord
  readonly composition: SessionComposition
  readonly options: () => SendOptions
}

/** All of them together have so long (`command-hooks.md` §1), and what they started is ended a moment later. */
const END_HOOKS_MS = 1_500
const END_MS = 1_700

export function createBetweenTurns(parts: SessionParts, side: BetweenSide): BetweenTurns {
  const { db, clock, report } = parts
  const { session, record, composition, options, log } = side
  let compacting: { readonly controller: AbortController; readonly done: Promise<unknown> } | null = null
  const ports = (): TurnPorts => makePorts(parts, { ...side, turn: null })
  const setup = async (signal: AbortSignal): Promise<SessionSetup> => {
    const rules = composition.current()
    const [program, hooks] = [await composition.program(rules), await composition.load(rules)]
    const facts = { record: record(), signal, composition: rules, program, hooks, options: options() }
    return makeSessionSetup(parts, facts)
  }
  const askEnd = async (reason: string, signal: AbortSignal) => {
    const failed = await parts.endSession(await setup(signal), ports(), reason)
    if (failed !== null) report(`${session}: its end could not be told to its hooks: ${failed}`)
  }
  const sumUp = async (signal: AbortSignal) => parts.compactSession(await setup(signal), ports())
  return {
    async end(reason) {
      if (!composition.current().hooks.some((hook) => hook.points.includes('session.end'))) return
      const over = new AbortController()
      const cancel = clock.after(END_HOOKS_MS, () => over.abort('the session is closed'))
      const asked = askEnd(reason, over.signal).catch((error: unknown) => report(`${session}: ${String(error)}`))
      await atMost(asked, parts)
      cancel()
      log.flush()
    },
    async compact() {
      const controller = new AbortController()
      const done = sumUp(controller.signal)
      compacting = { controller, done }
      try {
        return await done
      } finally {
        compacting = null
        log.flush()
      }
    },
    busy: () => compacting !== null,
    async stop(reason) {
      if (compacting === null) return false
      const { controller, done } = compacting
      controller.abort(reason)
      await Promise.allSettled([done])
      return true
    },
    isCompacted() {
      const last = db.historyEdits(session).at(-1)
      return last !== undefined && last.turn === null && last.edit.upTo === db.lastRow(session)
    },
  }
}

function atMost(done: Promise<void>, { clock }: Pick<SessionParts, 'clock'>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(END_MS, resolve)
    void done.then(() => {
      cancel()
      resolve()
    })
  })
}
