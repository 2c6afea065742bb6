import type { Decision, PointId } from '@belay/trace'

interface Decisions {
  readonly 'session.start': never
  readonly 'guard.onInput': 'rewrite' | 'block'
  readonly 'memory.keep': 'handled'
  readonly 'memory.summarize': 'rewrite' | 'block'
  readonly 'context.build': 'rewrite'
  readonly 'model.choose': 'rewrite'
  readonly 'errors.on': 'retry' | 'switch' | 'escalate'
  readonly 'stop.done': StopDecision
  readonly 'tools.before': 'rewrite' | 'block' | 'ask' | 'allow' | 'answer'
  readonly 'tools.after': 'rewrite' | 'block'
  readonly 'guard.onOutput': 'rewrite' | 'block'
  readonly 'agent.start': never
  readonly 'agent.stop': StopDecision
  readonly 'session.end': never
}

type StopDecision = 'answer' | 'done' | 'block' | 'ask_again' | 'continue'

/** What a hook may decide at a point, beside passing. The points table says the same at run time. */
export type DecisionAt<P extends PointId> = Extract<Decisions[P], Decision>
