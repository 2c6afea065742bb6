/**
 * What the answers at a point add up to (`hooks.md` §4): the effective subject, the decision, and everything that comes
 * beside it. Two results that do not mix: a rewrite changes the value, and only a block makes it moot.
 */
import type { Decision, Json, Outcome, PointId, Verdict } from '@belay/trace'
import { isJsonObject, sameJson } from './as-json'
import { toldContext } from './cut-context'
import { cutForHooks } from './cut-for-hooks'
import type { HookFacts, PointEvents } from './events'
import { reasonOf } from './failure'
import type { Hook, PointAsking } from './hook'
import { type Effect, NO_EFFECT } from './judge'
import { POINT_RULES, type PointRule } from './points-table'
import type { Step } from './step'
import { mergeRewrite } from './subject'
import { Tally } from './tally'

/** What became of one answer. `value` is undefined where it is as the hook said it. */
export interface Taken {
  readonly lost: boolean
  readonly unchanged: boolean
  readonly value: Json | undefined
}

const AS_SAID: Taken = { lost: false, unchanged: false, value: undefined }
const LOST: Taken = { ...AS_SAID, lost: true }
const UNCHANGED: Taken = { ...AS_SAID, unchanged: true, value: null }

export class Effects<P extends PointId> {
  event: PointEvents[P]
  facts: HookFacts
  readonly original: Json
  /** As it stands. */
  subject: Json
  /** As it stands, as far as hooks see it. */
  seen: Json
  revision = 0
  private readonly rule: PointRule<P>
  private readonly tally: Tally
  /** The same with every shadow hook counted; null until one was asked. */
  private would: Tally | null = null
  private wouldRewrite = false
  private rewrittenBy: string | null = null
  private readonly context: string[] = []
  private readonly notes: string[] = []
  private readonly reminders: string[] = []
  private halt: string | null = null
  private haltBy: string | null = null

  constructor(private readonly asking: PointAsking<P>) {
    const { point, event, facts } = asking
    const rule: PointRule<P> = POINT_RULES[point]
    this.rule = rule
    this.tally = new Tally(point)
    this.event = event
    this.facts = facts
    this.original = rule.subject?.of(event) ?? null
    this.subject = this.original
    this.seen = this.cut(this.original)
    if (this.seen !== this.original && rule.subject !== null) this.event = rule.subject.into(event, this.seen)
  }

  get blocked(): boolean {
    return this.tally.best?.decision === 'block'
  }

  /** Whether a block has made the subject pointless. */
  get moot(): boolean {
    return this.blocked && this.rule.block === 'stops'
  }

  /** Why it can't be carried out, or null. */
  unfit(step: Step<P>, decision: Decision, value: Json): string | null {
    const { check } = this.asking
    if (check === undefined || step.hook.observe) return null
    return check(decision, decision === 'rewrite' ? this.merged(step, value) : value)
  }

  take(step: Step<P>, effect: Effect): Taken {
    if (step.hook.observe) return AS_SAID
    if (effect.rewrite !== undefined) return this.takeBoth(step, effect, effect.rewrite)
    if (step.hook.mode === 'shadow') return this.foresee(step, effect)
    this.collect(step.hook, effect)
    if (effect.decision === 'pass') return AS_SAID
    return effect.decision === 'rewrite' ? this.rewrite(step, effect.value) : this.decide(step, effect)
  }

  private takeBoth(step: Step<P>, { rewrite: _, ...decided }: Effect, rewrite: Json): Taken {
    const changed = this.take(step, { ...NO_EFFECT, decision: 'rewrite', value: rewrite })
    const taken = this.take(step, decided)
    const { decision, value } = decided
    if (changed.unchanged || decision === 'block') return { ...taken, lost: taken.lost || changed.lost }
    const shown = changed.value ?? rewrite
    return {
      lost: taken.lost || changed.lost,
      unchanged: false,
      value: isJsonObject(value) ? { ...value, rewrite: shown } : shown,
    }
  }

  note(hook: Hook, text: string): void {
    this.notes.push(`${hook.name}: ${text}`)
  }

  outcome(verdicts: readonly Verdict[]): Outcome {
    const { best } = this.tally
    const changed = this.revision > 0 && !this.moot && !sameJson(this.subject, this.original)
    const carried = best?.carried ?? null
    return {
      point: this.asking.point,
      decision: best?.decision ?? (changed ? 'rewrite' : 'pass'),
      value: this.rule.subject === null ? carried : changed ? this.subject : null,
      carried,
      reason: best?.reason ?? null,
      by: best?.by ?? (changed ? this.rewrittenBy : null),
      context: this.context,
      notes: this.notes,
      reminders: this.reminders,
      halt: this.halt,
      haltBy: this.haltBy,
      verdicts,
      wouldBe:
        this.would === null ? null : (this.would.best?.decision ?? (changed || this.wouldRewrite ? 'rewrite' : 'pass')),
    }
  }

  private foresee(step: Step<P>, effect: Effect): Taken {
    if (this.would === null) {
      this.would = new Tally(this.asking.point)
      if (this.tally.best !== null) this.would.add(this.tally.best)
    }
    if (step.recheck && effect.decision !== 'block' && effect.decision !== 'ask') return AS_SAID
    if (effect.decision !== 'rewrite') {
      this.would.add(this.ruling(step.hook, effect))
      return AS_SAID
    }
    const next = this.merged(step, effect.value)
    if (sameJson(next, step.handed)) return UNCHANGED
    this.wouldRewrite = true
    return { ...AS_SAID, value: this.shown(next, effect.value) }
  }

  private decide(step: Step<P>, effect: Effect): Taken {
    const { hook } = step
    const ruling = this.ruling(hook, effect)
    // Asked again about the final value, a guard may only stand in its way.
    if (step.recheck && effect.decision !== 'block' && effect.decision !== 'ask') {
      return effect.decision === 'allow'
        ? AS_SAID
        : this.lose(hook, `its ${effect.decision} does not count at a recheck`)
    }
    const beaten = this.tally.beats(effect.decision)
    this.tally.add(ruling)
    this.would?.add(ruling)
    if (!beaten || effect.decision === 'allow' || effect.decision === 'continue') return AS_SAID
    return this.lose(hook, `its ${effect.decision}${tail(effect)} came after ${this.tally.best?.by}'s`)
  }

  private rewrite(step: Step<P>, value: Json): Taken {
    const { hook } = step
    const next = this.merged(step, value)
    if (sameJson(next, step.handed)) return UNCHANGED
    const why = this.whyLost(step)
    const taken = { ...AS_SAID, value: this.shown(next, value) }
    // Two of a group that say the same agree.
    if (step.grouped && this.revision > step.revision && sameJson(next, this.subject)) return taken
    if (why !== null) return { ...taken, ...this.lose(hook, `its rewrite was not used: ${why}`), value: taken.value }
    this.subject = next
    this.seen = this.cut(next)
    this.revision += 1
    this.rewrittenBy = hook.name
    const { subject } = this.rule
    if (subject !== null) {
      this.event = subject.into(this.event, this.seen)
      this.facts = subject.facts(this.facts, next)
    }
    return taken
  }

  private whyLost({ recheck, grouped, revision, outdone }: Step<P>): string | null {
    if (outdone !== null) return `${outdone}'s came last`
    if (recheck) return 'at a recheck a guard may only block or ask'
    if (this.moot) return `${this.tally.best?.by} had blocked`
    const first = this.asking.policy.rewrites === 'first'
    const firstWins = first && (this.rule.rewrites === 'session' || (grouped && this.revision > revision))
    return firstWins && this.rewrittenBy !== null ? `${this.rewrittenBy}'s came first` : null
  }

  private lose(hook: Hook, note: string): Taken {
    this.note(hook, note)
    return LOST
  }

  private merged(step: Step<P>, value: Json): Json {
    return mergeRewrite(this.rule.subject?.kind ?? 'text', step.handed, value)
  }

  /** A call goes on the record whole, also where the hook named only a part of it. */
  private shown(next: Json, value: Json): Json {
    return this.rule.subject?.kind === 'call' ? next : value
  }

  private ruling(hook: Hook, effect: Effect) {
    const { decision, value } = effect
    const reason = decision === 'block' ? reasonOf(hook, effect.reason) : effect.reason
    const goesOn = decision === 'block' && this.rule.block === 'continues'
    return { decision, carried: goesOn ? reason : value, reason, by: hook.name }
  }

  private collect(hook: Hook, effect: Effect): void {
    for (const text of toldContext(hook.source, effect.context)) this.context.push(text)
    for (const text of effect.notes) this.note(hook, text)
    for (const text of effect.reminders) this.reminders.push(text)
    if (effect.halt === null || this.halt !== null) return
    this.halt = effect.halt
    this.haltBy = hook.name
  }

  private cut(subject: Json): Json {
    return this.asking.point === 'tools.after' && typeof subject === 'string' ? cutForHooks(subject) : subject
  }
}

/** What a lost decision had to say, so that a person can still read it. */
function tail({ decision, reason, value }: Effect): string {
  if (decision === 'ask' && typeof value === 'object' && value !== null && 'question' in value) {
    return ` ("${String(value.question)}")`
  }
  return reason === null ? '' : ` ("${reason}")`
}
