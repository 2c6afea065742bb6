/** Hooks and askings for tests: everything has a plain value, and a test names only what it is about. */
import {
  callId,
  type FailurePolicy,
  type HookMode,
  type Outcome,
  POINTS,
  type PointId,
  type RewriteRule,
  type Verdict,
} from '@belay/trace'
import { askPoint } from '../ask-point'
import type { CallbackSource } from '../callbacks'
import type { HookFacts, PointEvents } from '../events'
import type { Hook, LastAnswers, PointAsking, VerdictSink } from '../hook'
import { FakeClock } from './fake-clock'

export const FACTS: HookFacts = {
  turn: 1,
  step: 1,
  pass: 1,
  promptTokens: null,
  turnTokens: { input: 0, output: 0, replies: 0, unreported: 0 },
  sessionTokens: { input: 0, output: 0, replies: 0, unreported: 0 },
  budget: null,
  model: 'small',
  provider: 'scripted',
  agent: 'main',
  composition: 'c0',
  sessionId: 'ses_1',
  turnId: 'trn_1',
  program: null,
  workspace: '/work',
  incoming: 'hello',
  system: 'You are kind.',
  projectInstructions: '',
  outputSchema: null,
  skills: [],
  spawned: false,
  dryRun: false,
  maxIterations: 50,
  toolCalls: 0,
}

const call = { id: callId('c1'), name: 'run', args: { x: 0 } }
const stop = { reply: { text: 'done', calls: [] }, held: 0, active: false }

export const EVENTS: PointEvents = {
  'session.start': { source: 'startup' },
  'guard.onInput': { msg: 'hello', origin: 'person' },
  'memory.keep': {},
  'memory.summarize': { prompt: 'sum up' },
  'context.build': {},
  'model.choose': {},
  'errors.on': { err: 'overloaded' },
  'stop.done': stop,
  'tools.before': { call },
  'tools.after': {
    result: { id: callId('c1'), name: 'run', content: 'output', isError: false },
    call,
    startedMs: 1,
    finishedMs: 2,
  },
  'guard.onOutput': { ans: 'goodbye' },
  'agent.start': { agentType: 'child', prompt: 'go' },
  'agent.stop': stop,
  'session.end': { reason: 'closed' },
}

export type TestHook = Partial<Omit<Hook, 'ask'>> & { readonly mode?: HookMode; readonly onFailure?: FailurePolicy }

/** A hook at every point that answers with `answer`: a value, or what to do when asked. */
export function hook(name: string, answer: unknown, more: TestHook = {}): Hook {
  return {
    id: name,
    name,
    source: 'library',
    points: more.points ?? POINTS,
    mode: 'enforce',
    onFailure: 'open',
    timeoutMs: 30_000,
    recheck: false,
    observe: false,
    version: 'v1',
    unavailable: null,
    skips: () => null,
    ask: (asking) => (typeof answer === 'function' ? answer(asking) : answer),
    ...more,
  }
}

export interface Recorded {
  readonly verdict: Verdict
  readonly token: string | null
  readonly handed: unknown
  readonly after: unknown
  readonly original: unknown
}

/** A sink that keeps what it hears. */
export class Record implements VerdictSink {
  readonly begun: string[] = []
  readonly entries: Recorded[] = []

  asked(hook: Hook): string {
    this.begun.push(hook.name)
    return `span-${hook.name}`
  }

  verdict({ verdict, token, handed, after, original }: Parameters<VerdictSink['verdict']>[0]): void {
    this.entries.push({ verdict, token, handed, after, original })
  }

  of(name: string): Recorded | undefined {
    return this.entries.find(({ verdict }) => verdict.hook === name)
  }
}

export interface Ask<P extends PointId> {
  readonly point: P
  readonly event?: PointEvents[P]
  readonly rewrites?: RewriteRule
  readonly stopAtFirstBlock?: boolean
  readonly clock?: FakeClock
  readonly signal?: AbortSignal
  readonly sink?: VerdictSink | null
  readonly lastAnswers?: LastAnswers | null
  readonly dryRun?: boolean
  readonly callbacks?: CallbackSource
  readonly live?: boolean
}

export function askingOf<P extends PointId>(ask: Ask<P>, hooks: readonly Hook[]): PointAsking<P> {
  return {
    point: ask.point,
    event: ask.event ?? EVENTS[ask.point],
    hooks,
    facts: ask.dryRun === true ? { ...FACTS, dryRun: true } : FACTS,
    policy: { rewrites: ask.rewrites ?? 'first', stopAtFirstBlock: ask.stopAtFirstBlock ?? false },
    clock: ask.clock ?? new FakeClock(),
    signal: ask.signal ?? new AbortController().signal,
    sink: ask.sink ?? null,
    lastAnswers: ask.lastAnswers ?? null,
    ...(ask.callbacks === undefined ? {} : { callbacks: ask.callbacks }),
    ...(ask.live === undefined ? {} : { live: ask.live }),
  }
}

export function ask<P extends PointId>(ask: Ask<P>, ...hooks: readonly Hook[]): Outcome | Promise<Outcome> {
  return askPoint(askingOf(ask, hooks))
}

/** For hooks that answer at once: the outcome, and no promise of it. */
export function askNow<P extends PointId>(asked: Ask<P> | P, ...hooks: readonly Hook[]): Outcome {
  const outcome = ask(typeof asked === 'string' ? { point: asked } : asked, ...hooks)
  if (outcome instanceof Promise) throw new Error('a promise was made where no hook gave one')
  return outcome
}

export function verdictBy(outcome: Outcome, name: string): Verdict {
  const verdict = outcome.verdicts.find(({ hook: by }) => by === name)
  if (verdict === undefined) throw new Error(`${name} has no verdict`)
  return verdict
}
