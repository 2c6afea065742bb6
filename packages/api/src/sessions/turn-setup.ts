/** What rules a turn, read once at its start. */
import type { SessionSetup, TurnSetup } from '@belay/agent'
import type { SessionRecord } from '@belay/db'
import type { Hook } from '@belay/hooks'
import type { Program } from '@belay/host'
import { ATTR, type Composition, type Span, sessionId, type TurnId } from '@belay/trace'
import type { SendOptions } from '../operations'
import type { SessionParts } from './parts'
import type { NewInput } from './session-runner'
import type { SuspendedTurn } from './standing'
import { systemPrompt } from './system-prompt'

export interface SessionSetupFacts {
  readonly record: SessionRecord
  readonly signal: AbortSignal
  readonly composition: Composition
  /** That of the composition; null where there is none. */
  readonly program: Program | null
  readonly hooks: readonly Hook[]
  readonly options: SendOptions
}

export interface SetupFacts extends SessionSetupFacts {
  readonly turn: TurnId
  readonly input: NewInput
  readonly sessionStart: TurnSetup['sessionStart']
}

/** Steps of a turn, unless the caller says otherwise. */
const MAX_ITERATIONS = 50

export function makeSetup(parts: SessionParts, facts: SetupFacts): TurnSetup {
  const { record, input, turn, sessionStart } = facts
  const setup = makeSessionSetup(parts, facts)
  const agentStart = setup.spawned && record.turns === 0 ? { agentType: record.agent, prompt: input.text } : null
  return { ...setup, number: record.turns + 1, turn, input, sessionStart, agentStart }
}

/** What rules a session between its turns. */
export function makeSessionSetup({ db, extensions }: SessionParts, facts: SessionSetupFacts): SessionSetup {
  const { record, composition, program, options } = facts
  const prefix = extensions.prefix(sessionId(record.id))
  const { provider, model } = splitModel(modelOf(record, program))
  return {
    session: sessionId(record.id),
    number: record.turns,
    passes: record.passes,
    workspace: record.workspace,
    agent: record.agent,
    spawned: record.parent !== null,
    history: db.rows(record.id),
    edits: db.historyEdits(record.id).map(({ edit }) => edit),
    beside: { turn: NO_TOKENS, session: besideOf(record) },
    composition: composition.hash,
    hooks: facts.hooks,
    rewrites: composition.rewrites,
    stopAtFirstBlock: composition.stopAtFirstBlock,
    permission: options.permission ?? record.permission,
    headless: options.headless ?? false,
    provider,
    model,
    // Who writes a program writes its whole prompt.
    system:
      program?.system ??
      systemPrompt(
        record.workspace,
        (prefix?.instructions ?? []).map(({ text }) => text),
      ),
    projectInstructions: (prefix?.contexts ?? []).map(({ text }) => text).join('\n\n'),
    program: program?.name ?? null,
    skills: program?.skills ?? [],
    outputSchema: program?.outputSchema ?? null,
    maxIterations: options.maxIterations ?? program?.maxIterations ?? MAX_ITERATIONS,
    signal: facts.signal,
  }
}

type Tokens = SessionSetup['beside']['turn']

const NO_TOKENS: Tokens = { input: 0, output: 0, replies: 0, unreported: 0 }

export function besideOf({ besideInput, besideOutput, besideCalls, besideUnreported }: SessionRecord): Tokens {
  return { input: besideInput, output: besideOutput, replies: besideCalls, unreported: besideUnreported }
}

/** What model calls of hooks and for summaries used in a turn so far. One that failed and told nothing counts nowhere. */
function besideIn(spans: readonly Span[]): Tokens {
  return spans
    .filter(({ attributes }) => attributes[ATTR.purpose] !== undefined)
    .map(({ status, attributes }) => ({
      ended: status === 'ok',
      input: numberOrNull(attributes[ATTR.inputTokens]),
      output: numberOrNull(attributes[ATTR.outputTokens]),
    }))
    .filter(({ ended, input, output }) => ended || input !== null || output !== null)
    .reduce(addCall, NO_TOKENS)
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function addCall(sum: Tokens, call: { readonly input: number | null; readonly output: number | null }): Tokens {
  return {
    input: sum.input + (call.input ?? 0),
    output: sum.output + (call.output ?? 0),
    replies: sum.replies + 1,
    unreported: sum.unreported + (call.input === null || call.output === null ? 1 : 0),
  }
}

/** What a person named goes before what the program says. */
export function modelOf(
  { model, modelChosen }: Pick<SessionRecord, 'model' | 'modelChosen'>,
  program: Pick<Program, 'model'> | null,
): string {
  return modelChosen ? model : (program?.model ?? model)
}

export interface ResumedFacts
  extends Pick<SetupFacts, 'record' | 'signal' | 'composition' | 'program' | 'hooks' | 'options'> {
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
  const beside = { ...setup.beside, turn: besideIn(parts.db.spansOfTurn(facts.record.id, turn.id)) }
  return { ...setup, number, provider, model, beside, passes: facts.record.passes - steps, agentStart: null }
}

/** `provider/model`; a model's own name may have slashes. */
export function splitModel(id: string): { readonly provider: string; readonly model: string } {
  const slash = id.indexOf('/')
  return slash < 0 ? { provider: id, model: '' } : { provider: id.slice(0, slash), model: id.slice(slash + 1) }
}
