/** Which kinds of secrets a text holds, for guards: what redaction would take out, without taking it out. */
import type { JsonObject } from '@belay/trace'
import type { RedactOptions } from './redact'
import { redact } from './redact'

type Value = JsonObject[string] | undefined

/** Nobody nests arguments deeper, and no more of them are looked at. */
const DEEPEST = 20
const MOST_VALUES = 5_000

export class FoundSecrets {
  private readonly kinds = new Map<string, number>()

  constructor(private readonly options: RedactOptions) {}

  get isEmpty(): boolean {
    return this.kinds.size === 0
  }

  in(text: string): this {
    for (const [kind, times] of redact(text, this.options).kinds)
      this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + times)
    return this
  }

  /** Each text of it by itself, with the name that it is given to. */
  inValues(args: JsonObject): this {
    let left = MOST_VALUES
    const look = (value: Value, name: string, depth: number): void => {
      left -= 1
      if (left < 0 || depth > DEEPEST) return
      if (typeof value === 'string') this.in(this.isNamed(name, value) ? `${name}="${value}"` : value)
      else if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value)) look(inner, key, depth + 1)
    }
    look(args, '', 0)
    return this
  }

  /** `GitHub token, password ×2`. */
  said(): string {
    return [...this.kinds].map(([kind, times]) => (times === 1 ? kind : `${kind} ×${times}`)).join(', ')
  }

  /** `{ password: "…" }` is one by its name, as `password="…"` in a text is. */
  private isNamed(name: string, value: string): boolean {
    return this.options.assignments && /^[\w-]{1,60}$/.test(name) && !/["\n]/.test(value)
  }
}
