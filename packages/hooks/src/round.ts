/**
 * One asking of one point. Promises: hooks are asked one after another in their order; no promise is made where no hook
 * gave one; whatever a hook does, the round comes to an outcome. What an answer adds up to is in `effects.ts`.
 */
import type { Decision, Json, NotAskedReason, Outcome, PointId, Verdict } from '@belay/trace'
import { noteCut } from './cut-context'
import { Effects, type Taken } from './effects'
import { errorFrom } from './failure'
import { type Answered, hearGroup, type Member } from './hear-group'
import type { Hook, PointAsking } from './hook'
import { HookAsking } from './hook-asking'
import { type Judged, judge, NO_EFFECT } from './judge'
import type { Standing } from './nobody'
import { isPending, NoAnswer, noAnswerFrom, settle, waitAtMost } from './settle'
import type { Step } from './step'
import { notAsked, verdictOf } from './verdict'

/** After a block, what has not answered by then is not waited for (`hooks.md` §4.2). */
const PATIENCE_MS = 1_000
const LATE = 'had not answered 1 s after the block; its verdict comes late'

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
      const waiting = this.putHere(step)
      if (waiting !== null) return this.runOn(waiting)
    }
    return this.late.length === 0 ? this.effects.outcome(this.verdicts) : this.withLate()
  }

  private async runOn(first: Promise<void>): Promise<Outcome> {
    await first
    for (let step = this.next(); step !== null; step = this.next()) {
      const waiting = this.putHere(step)
      if (waiting !== null) await waiting
    }
    return this.withLate()
  }

  /** Asks whoever stands at this position. Null once all was taken in. */
  private putHere(step: Step<P>): Promise<void> | null {
    if (step.hook.group !== undefined && !step.recheck) return this.putGroup(step)
    const pending = this.put(step)
    return pending === null ? null : this.wait(step, pending)
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
    if (reason === null) return this.trusted(step)
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
      answeredMs: null,
      failure: null,
      missing: null,
      grouped: false,
      outdone: null,
    }
  }

  private whyNot(step: Step<P>): NotAskedReason | null {
    const { hook } = step
    const { point, signal, policy } = this.asking
    // What keeps the history can't be tried out beside the real one: both would edit it.
    if (hook.mode === 'off' || (hook.mode === 'shadow' && point === 'memory.keep')) return 'off'
    if (hook.unavailable !== null) return this.keptAway(step) ?? hook.unavailable.reason
    if (signal.aborted) return 'turn stopped'
    if (policy.stopAtFirstBlock && this.blockedAt !== null && !hook.observe) return 'stopped at first block'
    try {
      return hook.skips(step.asking)
    } catch (thrown) {
      step.failure = new NoAnswer(errorFrom(thrown))
      return null
    }
  }

  /** A guard that can't be asked speaks by its policy, and not where its matcher would have kept it away. */
  private keptAway({ hook, asking }: Step<P>): NotAskedReason | null {
    if (hook.unavailable?.reason !== 'failed to load' || hook.onFailure === 'open') return null
    try {
      return hook.skips(asking)
    } catch {
      // What it selects is not known either.
      return null
    }
  }

  /** The step, with the failure that it comes to where the hook must not be asked. */
  private trusted(step: Step<P>): Step<P> {
    const { hook, asking } = step
    if (hook.distrusted === undefined || step.failure !== null) return step
    try {
      const message = hook.distrusted(asking)
      return message === null ? step : missing(step, 'not trusted', message)
    } catch (thrown) {
      return missing(step, 'not trusted', errorFrom(thrown).message)
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
    this.begin(step)
    let reply: unknown = step.failure
    let pending: PromiseLike<unknown> | null = null
    if (step.failure === null) {
      try {
        reply = hook.ask(step.asking)
        if (isPending(reply)) pending = reply
      } catch (thrown) {
        reply = noAnswerFrom(thrown)
      }
    }
    if (pending === null) this.take(step, reply)
    else if (!hook.observe) return pending
    else this.hearLate(step, this.settle(step, pending))
    return null
  }

  private begin(step: Step<P>): void {
    if (step.missing === null) step.asking.token = this.asking.sink?.asked(step.hook, this.asking.point) ?? null
    step.startedMs = this.asking.clock.now()
  }

  /** Asks all of a group; null where none of them answered with a promise. */
  private putGroup(first: Step<P>): Promise<void> | null {
    const asked = this.membersFrom(first).flatMap((step) => this.askMember(step))
    if (asked.every(({ pending }) => pending === null)) {
      this.takeGroup(asked)
      return null
    }
    return this.waitForGroup(asked)
  }

  /** All are opened before any is asked: each is handed the value as it stands here. */
  private membersFrom(first: Step<P>): readonly Step<P>[] {
    const { hooks } = this.asking
    const steps = [first]
    for (let hook = hooks[this.position]; hook?.group === first.hook.group; hook = hooks[this.position]) {
      const step = hook === undefined ? null : this.open(hook, this.position)
      this.position += 1
      if (step !== null) steps.push(step)
    }
    for (const step of steps) step.grouped = true
    return steps
  }

  /** Nothing for an observer, which is never waited for. */
  private askMember(step: Step<P>): readonly Member<P>[] {
    this.begin(step)
    if (step.failure !== null) return [{ step, reply: step.failure, pending: null }]
    try {
      const reply = step.hook.ask(step.asking)
      if (!isPending(reply)) return [{ step, reply, pending: null }]
      if (!step.hook.observe) return [{ step, reply: null, pending: this.settle(step, reply) }]
      this.hearLate(step, this.settle(step, reply))
      return []
    } catch (thrown) {
      return [{ step, reply: noAnswerFrom(thrown), pending: null }]
    }
  }

  private async waitForGroup(asked: readonly Member<P>[]): Promise<void> {
    const { clock } = this.asking
    const heard = await hearGroup(asked, {
      clock,
      blockedAt: this.blockedAt,
      patienceMs: PATIENCE_MS,
      blocks: (step, reply) => step.hook.mode === 'enforce' && this.decisionOf(step, reply) === 'block',
    })
    const isHeard = ({ step }: Member<P>) => heard.some((one) => one.step === step)
    this.takeGroup(heard)
    for (const { step, pending } of asked.filter((one) => !isHeard(one))) {
      if (pending === null) continue
      this.effects.note(step.hook, LATE)
      this.hearLate(step, pending)
    }
  }

  private takeGroup(heard: readonly Answered<P>[]): void {
    if (this.asking.policy.rewrites === 'chain') this.markOutdone(heard)
    for (const { step, reply } of heard) this.take(step, reply)
    // Who was not asked left its verdict before the others answered.
    this.verdicts.sort((one, other) => one.position - other.position)
  }

  /** In a session that chains the last rewrite counts, and all of them were handed the same. */
  private markOutdone(heard: readonly Answered<P>[]): void {
    const rewriting = heard.filter(
      ({ step, reply }) => step.hook.mode === 'enforce' && !step.hook.observe && this.rewrites(step, reply),
    )
    const last = rewriting.at(-1)?.step.hook.name ?? null
    for (const { step } of rewriting.slice(0, -1)) step.outdone = last
  }

  private rewrites(step: Step<P>, reply: unknown): boolean {
    const { decision, rewrite } = this.judge(step, reply, this.asking.clock.now()).counts
    return decision === 'rewrite' || (rewrite !== undefined && decision !== 'block')
  }

  private decisionOf(step: Step<P>, reply: unknown): Decision {
    return this.judge(step, reply, this.asking.clock.now()).counts.decision
  }

  private async wait(step: Step<P>, pending: PromiseLike<unknown>): Promise<void> {
    const { clock } = this.asking
    const settled = this.settle(step, pending)
    if (this.blockedAt === null) return this.take(step, await settled)
    const leftMs = Math.max(0, this.blockedAt + PATIENCE_MS - clock.now())
    const answer = await waitAtMost(settled, clock, leftMs)
    if (answer !== null) return this.take(step, answer.reply)
    this.effects.note(step.hook, LATE)
    this.hearLate(step, settled)
  }

  private settle(step: Step<P>, pending: PromiseLike<unknown>): Promise<unknown> {
    const { clock, signal } = this.asking
    const { hook, asking } = step
    const { timeoutMs, lastWordsMs } = hook
    const end = (reason: string) => asking.end(reason)
    return settle(pending, { clock, signal, timeoutMs, lastWordsMs, end, timed: (limit) => asking.timed(limit) })
  }

  private take(step: Step<P>, reply: unknown): void {
    step.asking.answered()
    const now = this.asking.clock.now()
    const judged = this.judge(step, reply, now)
    const taken = this.effects.take(step, judged.counts)
    if (this.effects.blocked && this.blockedAt === null) this.blockedAt = now
    this.guard(step, judged)
    const verdict = this.verdict(step, judged, taken, step.answeredMs ?? now)
    this.tell(step, verdict, judged)
    this.remember(step.hook, verdict)
  }

  private judge(step: Step<P>, reply: unknown, now: number): Judged {
    const { point, lastAnswers, check } = this.asking
    const asked = {
      hook: step.hook,
      point,
      lastAnswers,
      now,
      distrusted: step.missing === 'not trusted',
      // A function for each hook that is asked would cost half as much as all the rest of it.
      unfit:
        check === undefined
          ? undefined
          : (decision: Decision, value: Json) => this.effects.unfit(step, decision, value),
    }
    const judged = noteUnwaited(step, noteCut(step.hook.source, judge(reply, asked)))
    if (!step.hook.observe) return judged
    const { context, notes } = judged.said
    // A command that is not waited for may still have something to say: whoever ran it brings it to the model.
    const told = judged.ran === undefined ? NO_EFFECT.context : context
    return { ...judged, said: { ...NO_EFFECT, notes, context: told }, counts: NO_EFFECT }
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
      this.record(step, verdict, judged)
      return verdict
    })
    if (this.asking.facts.dryRun) this.late.push(heard)
  }

  private verdict(step: Step<P>, judged: Judged, taken: Taken | null, now: number): Verdict {
    const { said, status } = judged
    const { hook, position } = step
    const notAsked = status === 'failed' ? step.missing : null
    return verdictOf(hook, position, {
      status: notAsked === null ? status : 'not_asked',
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
      notAsked,
      replayedAgeMs: judged.replayedAgeMs,
      command: judged.ran?.facts,
    })
  }

  private tell(step: Step<P>, verdict: Verdict, judged?: Judged): void {
    this.verdicts.push(verdict)
    this.record(step, verdict, judged)
  }

  private record({ hook, asking: { token }, handed }: Step<P>, verdict: Verdict, judged?: Judged): void {
    const { subject, original } = this.effects
    const payload = judged?.ran?.payload ?? null
    this.asking.sink?.verdict({ hook, token, verdict, handed, after: subject, original, payload })
  }

  private remember(hook: Hook, verdict: Verdict): void {
    if (hook.onFailure !== 'replay') return
    if (verdict.status !== 'answered' && verdict.status !== 'use_default') return
    this.asking.lastAnswers?.set(hook.id, this.asking.point, verdict)
  }
}

/** A forgotten `await` would show in nothing else: what was asked for is given up when the hook has answered. */
function noteUnwaited<P extends PointId>({ asking: { unwaited } }: Step<P>, judged: Judged): Judged {
  const answered = judged.status === 'answered' || judged.status === 'use_default' || judged.status === 'malformed'
  if (unwaited.length === 0 || !answered) return judged
  const verb = unwaited.length === 1 ? 'was' : 'were'
  const note = `${unwaited.join(', ')} ${verb} not waited for, and given up when the hook had answered: await what should happen`
  const [said, counts] = [judged.said, judged.counts]
  return {
    ...judged,
    said: { ...said, notes: [...said.notes, note] },
    counts: { ...counts, notes: [...counts.notes, note] },
  }
}

/** A hook that its failure policy must speak for, since it is not there to be asked. */
function unreachable<P extends PointId>(step: Step<P>): Step<P> {
  return missing(step, 'failed to load', step.hook.unavailable?.message ?? 'it is not there')
}

function missing<P extends PointId>(step: Step<P>, why: NonNullable<Step<P>['missing']>, message: string): Step<P> {
  step.failure = new NoAnswer({ kind: 'not_started', message })
  step.missing = why
  return step
}
