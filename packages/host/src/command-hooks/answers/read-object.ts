/**
 * One JSON object that a command printed, read by the fields of `command-hooks.md` §3. Promises: total; a refusal is found wherever a
 * refusal has its place in any event's answer, whatever else is wrong with the object; the rest counts only where it belongs.
 */
import { isJsonObject } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'
import type { CommandEvent } from '../entry'
import { keyNotes, SPECIFIC } from './answer-keys'
import { EVENT_POWERS } from './event-powers'
import { headOf, plainOrNull } from './plain-text'

export type Stance = 'block' | 'ask' | 'allow' | 'pass'

export interface ObjectSaid {
  readonly stance: Stance
  readonly reason: string | null
  readonly halt: string | null
  readonly context: string | null
  readonly updatedInput: JsonObject | null
  readonly updatedToolOutput: Json
  readonly notes: readonly string[]
  /** Why it is of the wrong shape, as the end of a sentence that begins with the hook's name; or null. */
  readonly problem: string | null
}

export function readObject(event: CommandEvent, object: JsonObject): ObjectSaid {
  return new Reading(event, object).said()
}

export function refuses({ stance, halt }: ObjectSaid): boolean {
  return stance === 'block' || stance === 'ask' || halt !== null
}

const STRENGTH: Readonly<Record<Stance, number>> = { block: 3, ask: 2, allow: 1, pass: 0 }

export function stronger<T extends { readonly stance: Stance }>(a: T, b: T): T {
  return STRENGTH[b.stance] > STRENGTH[a.stance] ? b : a
}

const REFUSALS: Readonly<Record<string, Stance>> = { block: 'block', deny: 'block', ask: 'ask', defer: 'ask' }

class Reading {
  private readonly notes: string[] = []
  private problem: string | null = null
  private readonly specific: JsonObject | null

  constructor(
    private readonly event: CommandEvent,
    private readonly object: JsonObject,
  ) {
    const specific = object[SPECIFIC] ?? null
    this.specific = isJsonObject(specific) ? specific : null
    if (specific !== null && this.specific === null) this.wrong(SPECIFIC, 'an object', specific)
    this.notes.push(...keyNotes(event, object, this.specific))
  }

  said(): ObjectSaid {
    const { stance, reason } = this.stance()
    const halt = this.halt()
    this.checkEventName(stance === 'block' || stance === 'ask' || halt !== null)
    const message = this.text(this.object, 'systemMessage')
    if (message !== null) this.notes.push(message)
    this.flag('suppressOutput')
    return {
      stance,
      reason,
      halt,
      context: this.inner('additionalContext', [
        'SessionEnd',
        'PostCompact',
        'Notification',
        'PreCompact',
        'PermissionRequest',
      ]),
      updatedInput: this.updatedInput(),
      updatedToolOutput: this.event.startsWith('PostToolUse') ? (this.specific?.updatedToolOutput ?? null) : null,
      notes: this.notes,
      problem: this.problem,
    }
  }

  /** Of all that it says, in its place and out of it, the strongest; what approves counts only in its place. */
  private stance(): { readonly stance: Stance; readonly reason: string | null } {
    const { object, specific, event } = this
    const isPermission = event === 'PreToolUse' || event === 'PermissionRequest'
    const said = [
      this.decision(object.decision, true),
      this.decision(isJsonObject(specific?.decision) ? undefined : specific?.decision, false),
      this.permission(specific?.permissionDecision, event === 'PreToolUse'),
      this.permission(object.permissionDecision, false),
      this.behavior(),
    ]
    const stance = said.reduce((best, one) => (STRENGTH[one] > STRENGTH[best] ? one : best), 'pass')
    const held = stance === 'allow' && !isPermission ? 'pass' : stance
    return { stance: this.within(held), reason: this.reason(said.indexOf(stance)) }
  }

  /** Nobody can be asked at most events; what asks there refuses. */
  private within(stance: Stance): Stance {
    if (stance !== 'ask' || EVENT_POWERS[this.event].asks) return stance
    this.notes.push(`it asks, which ${this.event} cannot; it counts as a refusal`)
    return 'block'
  }

  private decision(value: Json | undefined, isPlace: boolean): Stance {
    if (value === undefined || value === null) return 'pass'
    const word = wordOf(value)
    if (word === 'approve') return isPlace ? 'allow' : 'pass'
    if (word === 'block') return 'block'
    const stance = refusalOf(word)
    if (stance === null) return this.wrong('decision', '"block" or "approve"', value)
    this.notes.push(
      `its "decision": ${headOf(JSON.stringify(value))} counts as a refusal; "block" is the word, or ${SPECIFIC}.permissionDecision`,
    )
    return stance
  }

  private permission(value: Json | undefined, isPlace: boolean): Stance {
    if (value === undefined || value === null) return 'pass'
    if (value === 'allow') return isPlace ? 'allow' : 'pass'
    const stance = refusalOf(wordOf(value))
    if (stance === null) return this.wrong('permissionDecision', '"allow", "deny", "ask" or "defer"', value)
    if (!isPlace) this.notes.push('what it refuses there counts all the same')
    if (value === 'defer') this.notes.push('"defer" counts as "ask"')
    return stance
  }

  /** `PermissionRequest` has an object there. */
  private behavior(): Stance {
    const decision = this.specific?.decision
    if (!isJsonObject(decision)) return 'pass'
    const { behavior } = decision
    if (behavior === 'allow') return this.event === 'PermissionRequest' ? 'allow' : 'pass'
    return refusalOf(wordOf(behavior ?? null)) ?? this.wrong('decision.behavior', '"allow" or "deny"', behavior ?? null)
  }

  /** The one that belongs to what decided, else any that was given. */
  private reason(from: number): string | null {
    const { object, specific } = this
    const decision = isJsonObject(specific?.decision) ? specific.decision : {}
    const own = [
      this.text(object, 'reason'),
      this.text(specific, 'reason'),
      this.text(specific, 'permissionDecisionReason'),
      this.text(object, 'permissionDecisionReason'),
      this.text(decision, 'message'),
    ]
    return own[from] ?? own.find((text) => text !== null) ?? null
  }

  private halt(): string | null {
    const { object, specific } = this
    const stops = [object.continue, specific?.continue].includes(false) || this.interrupts()
    this.flag('continue')
    const reason = this.text(object, 'stopReason') ?? this.text(specific, 'stopReason')
    return stops ? (reason ?? this.text(object, 'reason') ?? 'no reason given') : null
  }

  private interrupts(): boolean {
    const decision = this.specific?.decision
    return isJsonObject(decision) && decision.behavior === 'deny' && decision.interrupt === true
  }

  private checkEventName(isRefusal: boolean): void {
    const name = this.specific?.hookEventName ?? null
    if (name === null || name === this.event) return
    const what = `it answered for ${headOf(JSON.stringify(name))} at ${this.event}`
    if (isRefusal) this.notes.push(`${what}; a refusal counts all the same`)
    else
      this.problem ??= `answered for ${headOf(JSON.stringify(name))} at ${this.event}: hookEventName must be "${this.event}"`
  }

  private updatedInput(): JsonObject | null {
    const decision = this.specific?.decision
    const given =
      this.event === 'PermissionRequest' && isJsonObject(decision) ? decision.updatedInput : this.specific?.updatedInput
    if (given === undefined || given === null || !['PreToolUse', 'PermissionRequest'].includes(this.event)) return null
    if (isJsonObject(given)) return given
    this.wrong('updatedInput', 'an object', given)
    return null
  }

  private inner(key: string, notAt: readonly CommandEvent[]): string | null {
    const text = this.text(this.specific, key)
    return notAt.includes(this.event) ? null : text
  }

  private text(of: JsonObject | null, key: string): string | null {
    const value = of?.[key]
    if (value === undefined || value === null) return null
    if (typeof value === 'string') return plainOrNull(value)
    this.wrong(key, 'text', value)
    return null
  }

  private flag(key: string): void {
    const value = this.object[key]
    if (value !== undefined && value !== null && typeof value !== 'boolean') this.wrong(key, 'true or false', value)
  }

  private wrong(key: string, what: string, value: Json): 'pass' {
    this.problem ??= `answered with the wrong shape: "${key}" must be ${what}; it is ${headOf(JSON.stringify(value), 60)}`
    return 'pass'
  }
}

function wordOf(value: Json): string {
  return typeof value === 'string' ? value.trim().toLowerCase() : ''
}

function refusalOf(word: string): Stance | null {
  return Object.hasOwn(REFUSALS, word) ? (REFUSALS[word] ?? null) : null
}
