/**
 * A verdict as a hook constructs it, and at the same time its wire form: its own fields are JSON and survive a worker,
 * the command line and HTTP as they are. Immutable: each `with…` gives a new one.
 */
import type { Decision } from '@belay/trace'

export interface WireVerdict {
  readonly decision: Decision
  readonly value: unknown
  readonly reason: string | null
  readonly context: readonly string[]
  readonly notes: readonly string[]
  readonly reminders: readonly string[]
  readonly halt: string | null
}

interface Beside {
  readonly reason?: string | null
  readonly context?: readonly string[]
  readonly notes?: readonly string[]
  readonly reminders?: readonly string[]
  readonly halt?: string | null
}

const NO_TEXTS: readonly string[] = []

export class Said<D extends Decision = Decision, V = unknown> implements WireVerdict {
  readonly reason: string | null
  readonly context: readonly string[]
  readonly notes: readonly string[]
  readonly reminders: readonly string[]
  readonly halt: string | null

  /** @internal */
  constructor(
    readonly decision: D,
    readonly value: V,
    beside: Beside = {},
  ) {
    this.reason = beside.reason ?? null
    this.context = beside.context ?? NO_TEXTS
    this.notes = beside.notes ?? NO_TEXTS
    this.reminders = beside.reminders ?? NO_TEXTS
    this.halt = beside.halt ?? null
  }

  /** Text for the model, ahead of its next call. */
  withContext(...texts: readonly string[]): Said<D, V> {
    return this.with({ context: [...this.context, ...beside(this.decision, texts)] })
  }

  /** Text for the person, never for the model. */
  withNote(...texts: readonly string[]): Said<D, V> {
    return this.with({ notes: [...this.notes, ...beside(this.decision, texts)] })
  }

  /** Text for the model that waits in the session's queue and never starts a turn. */
  withReminder(...texts: readonly string[]): Said<D, V> {
    return this.with({ reminders: [...this.reminders, ...beside(this.decision, texts)] })
  }

  /** Ends the turn with this reason. */
  withHalt(reason: string): Said<D, V> {
    return this.with({ halt: given(reason) })
  }

  private with(change: Beside): Said<D, V> {
    const { reason, context, notes, reminders, halt } = this
    return new Said(this.decision, this.value, { reason, context, notes, reminders, halt, ...change })
  }
}

/** What ends a turn or refuses something holds also where its reason is missing: an empty one is spoken for by the hook's name. */
export function given(reason: unknown): string {
  if (typeof reason === 'string') return reason
  if (reason instanceof Error) return reason.message
  return typeof reason === 'number' || typeof reason === 'boolean' ? String(reason) : ''
}

/** What is said beside a decision never voids it: what is no text says nothing there. */
function beside(decision: Decision, texts: readonly string[]): readonly string[] {
  return decision === 'pass' ? texts : texts.map(given)
}
