/** What is asked of a session between its turns: that it ends, or that its conversation is summed up. */
import type { CallbackSource } from '@belay/hooks'
import { ask, queue } from './asking'
import { createStage } from './create-stage'
import { takePending } from './input'
import { compact } from './memory/compact'
import type { Compacted, CompactSession, EndSession, SessionSetup, TurnPorts } from './ports'
import { settleStarted } from './settle-started'
import type { Stage } from './stage'

export const endSession: EndSession = async (setup, ports, reason) => {
  const said = await onStage(setup, ports, async (stage) => {
    await ask(stage, { point: 'session.end', event: { reason }, about: null })
    return null
  })
  return said.ok ? null : said.why
}

export const compactSession: CompactSession = async (setup, ports) => {
  const said = await onStage(setup, ports, async (stage): Promise<Compacted> => {
    const end = await compact(stage, { parent: null, forced: true, since: 'since you asked for it' })
    switch (end.end) {
      case 'done':
        return { ok: true, rows: end.rows, tokensBefore: end.before, tokensAfter: end.after }
      case 'nothing':
        return { ok: false, reason: 'there is nothing yet that a summary could make smaller' }
      default:
        return { ok: false, reason: end.reason }
    }
  })
  return said.ok ? said.value : { ok: false, reason: said.why }
}

export interface OpenCallbacks {
  readonly source: CallbackSource
  /** Ends what hooks started. */
  close(): Promise<void>
}

/** What hooks may ask of a session without a turn: for who tries them out, with ports that keep nothing. */
export function openCallbacks(setup: SessionSetup, ports: TurnPorts): OpenCallbacks {
  const stage = createStage(setup, ports, null)
  return {
    source: stage.callbacks,
    async close() {
      stage.dispose()
      await settleStarted(stage)
    },
  }
}

type Done<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string }

/** Every span has ended when it has; context waits for the next input. */
async function onStage<T>(setup: SessionSetup, ports: TurnPorts, run: (stage: Stage) => Promise<T>): Promise<Done<T>> {
  const stage = createStage(setup, ports, null)
  try {
    const value = await run(stage)
    for (const { text, from } of takePending(stage)) queue(stage, { text, from, origin: 'hook' })
    return { ok: true, value }
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) }
  } finally {
    stage.dispose()
    await settleStarted(stage)
  }
}
