/** Verdicts and outcomes as flat attributes. What a verdict says in several texts is one text, a line each. */
import { ATTR, type Attributes, type EventOf, type Json } from '@belay/trace'

export function verdictAttributes({ point, verdict }: EventOf<'verdict'>): Attributes {
  const { error } = verdict
  return {
    'belay.hook.name': verdict.hook,
    'belay.hook.id': verdict.hookId,
    [ATTR.point]: point,
    [ATTR.hookSource]: verdict.source,
    [ATTR.hookMode]: verdict.mode,
    'belay.hook.position': verdict.position,
    'belay.hook.version': verdict.version,
    'belay.verdict.status': verdict.status,
    'belay.verdict.decision': verdict.decision,
    'belay.verdict.value': valueText(verdict.value),
    'belay.verdict.reason': verdict.reason,
    'belay.verdict.halt': verdict.halt,
    'belay.verdict.context': lines(verdict.context),
    'belay.verdict.notes': lines(verdict.notes),
    'belay.verdict.reminders': lines(verdict.reminders),
    'belay.verdict.duration_ms': verdict.durationMs,
    'belay.verdict.lost': verdict.lost,
    'belay.verdict.late': verdict.late,
    'belay.verdict.recheck': verdict.recheck,
    'belay.verdict.not_asked': verdict.notAsked,
    'belay.verdict.age_ms': verdict.replayedAgeMs,
    [ATTR.error]: error === null ? null : error.kind,
    [ATTR.errorMessage]: error === null ? null : error.message,
  }
}

export function outcomeAttributes({ point, outcome }: EventOf<'outcome'>): Attributes {
  return {
    [ATTR.point]: point,
    'belay.outcome.decision': outcome.decision,
    'belay.outcome.by': outcome.by,
    'belay.outcome.reason': outcome.reason,
    'belay.outcome.value': valueText(outcome.value),
    'belay.outcome.carried': valueText(outcome.carried),
    'belay.outcome.halt': outcome.halt,
    'belay.outcome.halt_by': outcome.haltBy,
    'belay.outcome.would_be': outcome.wouldBe,
    'belay.outcome.context': lines(outcome.context),
    'belay.outcome.notes': lines(outcome.notes),
    'belay.outcome.reminders': lines(outcome.reminders),
  }
}

function valueText(value: Json): string | null {
  if (value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function lines(texts: readonly string[]): string {
  return texts.join('\n')
}
