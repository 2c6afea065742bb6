/**
 * One asking of one point. Promises: hooks are asked one after another in their order; no promise is made where no hook
 * gave one; whatever a hook does, the round comes to an outcome. What an answer adds up to is in `effects.ts`.
 */
import type { NotAskedReason, Outcome, PointId, Verdict } from '@belay/trace'
import { noteCut } from './cut-context'
import { Effects, type Taken } from './effects'
import { errorFrom } from './failure'
import type { Hook, PointAsking } from './hook'
import { HookAsking } from './hook-asking'
import { type Judged, judge, NO_EFFECT } from './judge'
import type { Standing } from './nobody'
import { isPending, NoAnswer, settle, waitAtMost } from './settle'
import type { Step } from './step'
import { notAsked, verdictOf } from './verdict'

/** After a block, what has not answered by then is not waited for (`hooks.md` §4.2). */
const PATIENCE_MS = 1_000

export class Round<P extends PointId> {
  private readonly verdicts: Verdict[] = []
  private readonly effects: Effects<P>
  private position = 0
  /** Guards that want to see the final value if it is not the one that they passed. */
  private readonly guards: { readonly hook: Hook; readonly position: number; readonly revision: number }[] = []
  private nextGuard = 0
  private blockedAt: number | null = null
  /** In a dry run, what is still to come of hooks that a turn would not wait for. */
  private readonly late: Promise<Verdict>[] = []

  constructor(
    private readonly asking: PointAsking<P>,
    private readonly standing: Standing,
  ) {
    this.effects = new Effects(asking)
  }

  run(): Outcome | Promise<Outcome> {
    for (let step = this.next(); step !== null; step = this.next()) {
      const pending = this.put(step)
      if (pending !== null) return this.runOn(step, pending)
    }
    return this.late.length === 0 ? this.effects.outcome(this.verdicts) : this.withLate()
  }

  private async runOn(first: Step<P>, firstPending: PromiseLike<unknown>): Promise<Outcome> {
    await this.wait(first, firstPending)
    for (let step = this.next(); step !== null; step = this.next()) {
      const pending = this.put(step)
      if (pending !== null) await this.wait(step, pending)
    }
    return this.withLate()
  }

  /** The outcome with every verdict in its place; each hook that is waited for here has its own time limit. */
  private async withLate(): Promise<Outcome> {
    for (const verdict of await Promise.all(this.late)) {
      const next = this.verdicts.findIndex(({ position, recheck }) => recheck || position > verdict.position)
      this.verdicts.splice(next < 0 || verdict.recheck ? this.verdicts.length : next, 0, verdict)
    }
    return this.effects.outcome(this.verdicts)
  }

  private next(): Step<P> | null {
    const { hooks } = this.asking
    while (this.position < hooks.length) {
      const position = this.position++
      const hook = hooks[position]
      if (hook === undefined) break
      const step = this.open(hook, position)
      if (step !== null) return step
    }
    return this.nextRecheck()
  }

  /** A step for a hook that is to be asked; one that is not leaves its reason on the record. */
  private open(hook: Hook, position: number): Step<P> | null {
    const away = this.standing.elsewhere[position]
    if (away) {
      this.verdicts.push(away)
      return null
    }
    const step = this.stepFor(hook, position, false)
    const reason = this.whyNot(step)
    if (reason === null) return step
    if (reason === 'failed to load' && hook.onFailure !== 'open') return unreachable(step)
    if (reason === 'matcher' && hook.recheck) this.guards.push({ hook, position, revision: step.revision })
    this.tell(step, notAsked(hook, position, reason))
    return null
  }

  private stepFor(hook: Hook, position: number, recheck: boolean): Step<P> {
    const { asking, effects } = this
    return {
      hook,
      position,
      recheck,
      asking: new HookAsking(asking, hook, effects),
      handed: effects.seen,
      revision: effects.revision,
      startedMs: 0,
      failure: null,
    }
  }

  private whyNot(step: Step<P>): NotAskedReason | null {
    const { hook } = step
    const { point, signal, policy } = this.asking
    // What keeps the history can't be tried out beside the real one: both would edit it.
    if (hook.mode === 'off' || (hook.mode === 'shadow' && point === 'memory.keep')) return 'off'
    if (hook.unavailable !== null) return hook.unavailable.reason
    if (signal.aborted) return 'turn stopped'
    if (policy.stopAtFirstBlock && this.blockedAt !== null && !hook.observe) return 'stopped at first block'
    try {
      return hook.skips(step.asking)
    } catch (thrown) {
      step.failure = new NoAnswer(errorFrom(thrown))
      return null
    }
  }

  private nextRecheck(): Step<P> | null {
    const { effects, asking } = this
    while (this.nextGuard < this.guards.length && !effects.moot && !asking.signal.aborted) {
      const guard = this.guards[this.nextGuard++]
      if (guard === undefined || guard.revision === effects.revision) continue
      const step = this.stepFor(guard.hook, guard.position, true)
      if (this.whyNot(step) === null) return step
    }
    return null
  }

  /** Asks. Null once the answer was taken in, else what is still to come. */
  private put(step: Step<P>): PromiseLike<unknown> | null {
    const { hook } = step
    const unloaded = step.failure !== null && hook.unavailable !== null
    if (!unloaded) step.asking.token = this.asking.sink?.asked(hook, this.asking.point) ?? null
    step.startedMs = this.asking.clock.now()
    let reply: unknown = step.failure
    let pending: PromiseLike<unknown> | null = null
    if (step.failure === null) {
      try {
        reply = hook.ask(step.asking)
        if (isPending(reply)) pending = reply
      } catch (thrown) {
        reply = new NoAnswer(errorFrom(thrown))
      }
    }
    if (pending === null) this.take(step, reply)
    else if (!hook.observe) return pending
    else this.hearLate(step, this.settle(step, pending))
    return null
  }

  private async wait(step: Step<P>, pending: PromiseLike<unknown>): Promise<void> {
    const { clock } = this.asking
    const settled = this.settle(step, pending)
    if (this.blockedAt === null) return this.take(step, await settled)
    const leftMs = Math.max(0, this.blockedAt + PATIENCE_MS - clock.now())
    const answer = await waitAtMost(settled, clock, leftMs)
    if (answer !== null) return this.take(step, answer.reply)
    this.effects.note(step.hook, 'had not answered 1 s after the block; its verdict comes late')
    this.hearLate(step, settled)
  }

  private settle(step: Step<P>, pending: PromiseLike<unknown>): Promise<unknown> {
    const { clock, signal } = this.asking
    const { hook, asking } = step
    const { timeoutMs } = hook
    const end = (reason: string) => asking.end(reason)
    return settle(pending, { clock, signal, timeoutMs, end, timed: (limit) => asking.timed(limit) })
  }

  private take(step: Step<P>, reply: unknown): void {
    step.asking.answered()
    const now = this.asking.clock.now()
    const judged = this.judge(step, reply, now)
    const taken = this.effects.take(step, judged.counts)
    if (this.effects.blocked && this.blockedAt === null) this.blockedAt = now
    this.guard(step, judged)
    const verdict = this.verdict(step, judged, taken, now)
    this.tell(step, verdict)
    this.remember(step.hook, verdict)
  }

  private judge(step: Step<P>, reply: unknown, now: number): Judged {
    const { point, lastAnswers } = this.asking
    const judged = noteCut(step.hook.source, judge(reply, { hook: step.hook, point, lastAnswers, now }))
    if (!step.hook.observe) return judged
    return { ...judged, said: { ...NO_EFFECT, notes: judged.said.notes }, counts: NO_EFFECT }
  }

  private guard({ hook, position, revision, recheck }: Step<P>, { counts }: Judged): void {
    if (!hook.recheck || recheck || hook.observe) return
    if (counts.decision === 'pass' || counts.decision === 'allow') this.guards.push({ hook, position, revision })
  }

  /** A verdict that nobody waited for goes on the record and applies to nothing. Who tries hooks out wants to read it. */
  private hearLate(step: Step<P>, settled: Promise<unknown>): void {
    const heard = settled.then((reply) => {
      step.asking.answered()
      const now = this.asking.clock.now()
      const judged = this.judge(step, reply, now)
      const verdict: Verdict = { ...this.verdict(step, judged, null, now), late: true }
      this.record(step, verdict)
      return verdict
    })
    if (this.asking.facts.dryRun) this.late.push(heard)
  }

  private verdict(step: Step<P>, judged: Judged, taken: Taken | null, now: number): Verdict {
    const { said, status } = judged
    const { hook, position } = step
    const unloaded = hook.unavailable !== null && status === 'failed'
    return verdictOf(hook, position, {
      status: unloaded ? 'not_asked' : status,
      decision: taken?.unchanged ? 'pass' : said.decision,
      value: taken === null || taken.value === undefined ? said.value : taken.value,
      lost: taken?.lost ?? false,
      reason: said.reason,
      context: said.context,
      notes: said.notes,
      reminders: said.reminders,
      halt: said.halt,
      durationMs: now - step.startedMs,
      error: judged.error,
      recheck: step.recheck,
      late: false,
      notAsked: unloaded ? 'failed to load' : null,
      replayedAgeMs: judged.replayedAgeMs,
    })
  }

  private tell(step: Step<P>, verdict: Verdict): void {
    this.verdicts.push(verdict)
    this.record(step, verdict)
  }

  private record({ hook, asking: { token }, handed }: Step<P>, verdict: Verdict): void {
    const { subject, original } = this.effects
    this.asking.sink?.verdict({ hook, token, verdict, handed, after: subject, original })
  }

  private remember(hook: Hook, verdict: Verdict): void {
    if (hook.onFailure !== 'replay') return
    if (verdict.status !== 'answered' && verdict.status !== 'use_default') return
    this.asking.lastAnswers?.set(hook.id, this.asking.point, verdict)
  }
}

/** A hook that its failure policy must speak for, since it is not there to be asked. */
function unreachable<P extends PointId>(step: Step<P>): Step<P> {
  const message = step.hook.unavailable?.message ?? 'it is not there'
  step.failure = new NoAnswer({ kind: 'not_started', message })
  return step
}
