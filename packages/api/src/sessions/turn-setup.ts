/** What rules a turn, read once at its start. */
import type { TurnSetup } from '@belay/agent'
import type { SessionRecord } from '@belay/db'
import type { Hook } from '@belay/hooks'
import { type Composition, sessionId, type TranscriptRow, type TurnId } from '@belay/trace'
import type { SendOptions } from '../operations'
import type { SessionParts } from './parts'
import type { NewInput } from './session-runner'
import type { SuspendedTurn } from './standing'
import { projectInstructions, systemPrompt } from './system-prompt'

export interface SetupFacts {
  readonly record: SessionRecord
  readonly turn: TurnId
  readonly input: NewInput
  readonly signal: AbortSignal
  readonly composition: Composition
  readonly hooks: readonly Hook[]
  readonly sessionStart: TurnSetup['sessionStart']
  readonly options: SendOptions
}

/** Steps of a turn, unless the caller says otherwise. */
const MAX_ITERATIONS = 50

export function makeSetup({ db }: SessionParts, facts: SetupFacts): TurnSetup {
  const { record, input, composition, options } = facts
  const { provider, model } = splitModel(record.model)
  const spawned = record.parent !== null
  return {
    session: sessionId(record.id),
    turn: facts.turn,
    number: record.turns + 1,
    passes: record.passes,
    workspace: record.workspace,
    agent: record.agent,
    spawned,
    input,
    history: effectiveRows(db.rows(record.id)),
    composition: composition.hash,
    hooks: facts.hooks,
    rewrites: composition.rewrites,
    stopAtFirstBlock: composition.stopAtFirstBlock,
    permission: options.permission ?? record.permission,
    headless: options.headless ?? false,
    provider,
    model,
    system: systemPrompt(record.workspace),
    projectInstructions: projectInstructions(record.workspace),
    program: null,
    skills: [],
    outputSchema: null,
    maxIterations: options.maxIterations ?? MAX_ITERATIONS,
    sessionStart: facts.sessionStart,
    agentStart: spawned && record.turns === 0 ? { agentType: record.agent, prompt: input.text } : null,
    signal: facts.signal,
  }
}

export interface ResumedFacts extends Pick<SetupFacts, 'record' | 'signal' | 'composition' | 'hooks' | 'options'> {
  readonly suspended: SuspendedTurn
}

/** The setup of a turn that another process began: its number, model and composition are the ones that it began with. */
export function resumedSetup(parts: SessionParts, facts: ResumedFacts): TurnSetup {
  const { record: turn, steps } = facts.suspended
  const own = parts.db.rows(facts.record.id).filter((row) => row.turn === turn.id)
  const first = own.find((row) => row.kind === 'input' && row.origin !== 'hook' && row.origin !== 'reminder')
  const input = first?.kind === 'input' ? first : ({ text: '', origin: 'person', from: null } as const)
  const setup = makeSetup(parts, { ...facts, turn: facts.suspended.turn, input, sessionStart: null })
  const { number, provider, model } = turn
  return { ...setup, number, provider, model, passes: facts.record.passes - steps, agentStart: null }
}

/** `provider/model`; a model's own name may have slashes. */
export function splitModel(id: string): { readonly provider: string; readonly model: string } {
  const slash = id.indexOf('/')
  return slash < 0 ? { provider: id, model: '' } : { provider: id.slice(0, slash), model: id.slice(slash + 1) }
}

/** A row that takes the place of an earlier one stands where that one stood. */
export function effectiveRows(rows: readonly TranscriptRow[]): readonly TranscriptRow[] {
  const effective = new Map<number, TranscriptRow>()
  const placeOf = new Map<number, number>()
  for (const row of rows) {
    const place = row.replaces === null ? row.id : (placeOf.get(row.replaces) ?? row.replaces)
    placeOf.set(row.id, place)
    effective.set(place, row)
  }
  return [...effective.values()]
}
