/**
 * The fourteen points: what each may decide, what of it hooks may rewrite, how answers combine there, and what a failure
 * comes to. The combining rule is named here, where the point is declared; the pipeline only carries it out.
 */
import type { Decision, PointId } from '@belay/trace'
import type { DecisionAt } from './decisions'
import * as subject from './subject'

export interface PointRule<P extends PointId> {
  /** When it is asked, in a line for people. */
  readonly asked: string
  /** What happens when nobody decides. */
  readonly otherwise: string
  /** The key of the event that a function of `on` gets as its second argument; null where nothing is handed over. */
  readonly handed: string | null
  /** What a hook may decide beside passing. */
  readonly decisions: readonly Decision[]
  readonly subject: subject.Subject<P> | null
  /** `chain`: each builds on what it saw; `session`: the session's own rule; null where there is nothing to rewrite. */
  readonly rewrites: 'chain' | 'session' | null
  /** What a plain string says here; null where it says nothing readable. */
  readonly plainText: 'rewrite' | 'answer' | null
  /** Of two decisions the stronger wins, of equal ones the first. `rewrite` has none: it shows in the value. */
  readonly strength: Readonly<Partial<Record<Decision, number>>>
  /** What a block does: ends the thing asked about, is told to the model, goes on with the turn, or can't be said. */
  readonly block: 'stops' | 'context' | 'continues' | 'never'
  /** What the `closed` policy comes to. */
  readonly closed: 'block' | 'halt'
  /** Stored answers that belong to a past value: with `replay` these fall to `closed`. */
  readonly neverReplayed: readonly Decision[]
  /** `halt`: this point knows no failure policy, the turn ends. */
  readonly failure: 'policy' | 'halt'
}

const NONE = { strength: {}, rewrites: null, plainText: null, neverReplayed: [], failure: 'policy' } as const
const NOTHING = { ...NONE, decisions: [], subject: null, block: 'never', closed: 'halt' } as const
const TEXT = { ...NONE, rewrites: 'chain', plainText: 'rewrite', strength: { block: 1 }, closed: 'block' } as const
const GUARD = {
  ...TEXT,
  decisions: ['rewrite', 'block'],
  block: 'stops',
  neverReplayed: ['rewrite', 'answer'],
} as const
const STOP = {
  ...NONE,
  decisions: ['answer', 'done', 'block', 'ask_again', 'continue'],
  subject: null,
  plainText: 'answer',
  strength: { answer: 5, done: 4, block: 3, ask_again: 2, continue: 1 },
  block: 'continues',
  closed: 'block',
  neverReplayed: ['answer', 'ask_again'],
} as const

const TABLE = {
  'session.start': {
    ...NOTHING,
    handed: 'source',
    asked: 'once before the first turn after a session was loaded',
    otherwise: 'nothing',
  },
  'guard.onInput': {
    ...GUARD,
    handed: 'msg',
    asked: 'for each input, before the next model call',
    otherwise: 'the message as it is',
    subject: subject.message,
  },
  'memory.keep': {
    ...NOTHING,
    handed: null,
    asked: 'every step, before the request is built',
    otherwise: 'the built-in cuts',
    decisions: ['handled'],
    strength: { handled: 1 },
    failure: 'halt',
  },
  'memory.summarize': {
    ...TEXT,
    handed: 'prompt',
    asked: 'once per compression, before any history is sent',
    otherwise: 'the built-in prompt',
    decisions: ['rewrite', 'block'],
    subject: subject.summaryPrompt,
    block: 'stops',
  },
  'context.build': {
    ...NOTHING,
    handed: null,
    asked: 'every step, for the request',
    otherwise: "the loop's own request",
    decisions: ['rewrite'],
    subject: subject.requestPatch,
    rewrites: 'chain',
  },
  'model.choose': {
    ...NOTHING,
    handed: null,
    asked: 'every step, after the request was built',
    otherwise: "the session's model",
    decisions: ['rewrite'],
    subject: subject.chosenModel,
    rewrites: 'chain',
    plainText: 'rewrite',
  },
  'errors.on': {
    ...NOTHING,
    handed: 'err',
    asked: 'once per failed model call',
    otherwise: 'the built-in repair',
    decisions: ['retry', 'switch', 'escalate'],
    strength: { retry: 1, switch: 1, escalate: 1 },
  },
  'stop.done': {
    ...STOP,
    handed: 'reply',
    asked: 'on every reply',
    otherwise: 'the turn ends when the model asks for no tool, or when its steps are spent',
  },
  'tools.before': {
    ...NONE,
    handed: 'call',
    asked: 'on every tool call, before it runs',
    otherwise: 'permissions decide',
    decisions: ['rewrite', 'block', 'ask', 'allow', 'answer'],
    subject: subject.toolCall,
    rewrites: 'session',
    strength: { block: 4, ask: 3, answer: 2, allow: 1 },
    block: 'stops',
    closed: 'block',
    neverReplayed: ['rewrite', 'answer'],
  },
  'tools.after': {
    ...GUARD,
    handed: 'result',
    asked: 'on every result, a refusal included',
    otherwise: 'the result as it is',
    subject: subject.resultContent,
    block: 'context',
  },
  'guard.onOutput': {
    ...GUARD,
    handed: 'ans',
    asked: 'on the answer of a turn',
    otherwise: 'the answer as it is',
    subject: subject.finalAnswer,
  },
  'agent.start': {
    ...NOTHING,
    handed: 'agentType',
    asked: 'when a child session is spawned',
    otherwise: 'nothing',
  },
  'agent.stop': {
    ...STOP,
    handed: 'reply',
    asked: 'when a child session is about to stop',
    otherwise: 'the child stops',
  },
  'session.end': {
    ...NOTHING,
    handed: 'reason',
    asked: 'when a session is closed',
    otherwise: 'nothing',
  },
} as const satisfies { readonly [P in PointId]: PointRule<P> & { readonly decisions: readonly DecisionAt<P>[] } }

export const POINT_RULES: { readonly [P in PointId]: PointRule<P> } = TABLE

/** The function's name within its point: `before` of `tools.before`. */
export function functionOf(point: PointId): string {
  return point.slice(point.indexOf('.') + 1)
}
