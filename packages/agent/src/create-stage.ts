/** A stage as it stands when it is set up: everything about it is read off the rows, the edits and the setup. */
import { HistoryView, type TranscriptRow, type TurnId } from '@belay/trace'
import { laterThan, onAbort } from './abort'
import { createCallbacks } from './callbacks/create-callbacks'
import type { SessionSetup, TurnPorts } from './ports'
import { createSpans } from './spans'
import type { Measure, Stage } from './stage'
import { addCounts, countTokens } from './tokens'

/** A hook that is ended at a stop has so long to say something about the calls that it ended. */
const HOOK_GRACE_MS = 970

export function createStage(setup: SessionSetup, ports: TurnPorts, id: TurnId | null): Stage {
  const working = new AbortController()
  const over = new AbortController()
  const view = new HistoryView(setup.history, setup.edits)
  onAbort(setup.signal, () => working.abort(), over.signal)
  const stage: Stage = {
    id,
    setup,
    ports,
    spans: createSpans(id, ports),
    points: new Set(setup.hooks.flatMap((hook) => (hook.pass === undefined ? hook.points : []))),
    permissionPass: setup.hooks.some((hook) => hook.pass === 'permission'),
    view,
    pending: [],
    step: 0,
    base: { provider: setup.provider, model: setup.model },
    provider: setup.provider,
    model: setup.model,
    system: systemOf(setup),
    incoming: lastSaid(view.rows()),
    promptTokens: lastPromptTokens(view.rows()),
    tokens: tokensOf(setup, id),
    memory: { measure: lastMeasure(view), cuts: true, gaveUp: false, forcedAt: 0, told: new Set() },
    windows: new Map(),
    halt: null,
    working,
    hookGrace: laterThan(setup.signal, HOOK_GRACE_MS, { clock: ports.clock, over: over.signal }),
    over: over.signal,
    callbacks: (asker) => callbacks(asker),
    started: new Set(),
    open: 0,
    broken: null,
    dispose: () => over.abort(),
  }
  const callbacks = createCallbacks(stage)
  return stage
}

function tokensOf({ history, beside }: SessionSetup, id: TurnId | null): Stage['tokens'] {
  const own = history.filter((row) => row.turn === id && id !== null)
  return { turn: addCounts(countTokens(own), beside.turn), session: addCounts(countTokens(history), beside.session) }
}

function systemOf(setup: SessionSetup): string {
  const instructions = setup.projectInstructions.trim()
  return instructions === '' ? setup.system : `${setup.system}\n\n## Project instructions\n${instructions}`
}

function lastSaid(rows: readonly TranscriptRow[]): string {
  const input = rows.findLast((row) => row.kind === 'input' && row.origin !== 'hook' && row.origin !== 'loop')
  return input?.kind === 'input' ? input.text : ''
}

function lastPromptTokens(rows: readonly TranscriptRow[]): number | null {
  const reply = rows.findLast((row) => row.kind === 'reply')
  return reply?.kind === 'reply' ? reply.usage.input : null
}

/** What it reported holds for the view that it was made from. */
function lastMeasure(view: HistoryView): Measure | null {
  const row = view.rows().findLast((each) => each.kind === 'reply')
  if (row?.kind !== 'reply' || view.edits().some(({ upTo }) => upTo >= row.id)) return null
  const { input, output } = row.usage
  return input === null || output === null ? null : { tokens: input + output, row: row.id }
}
