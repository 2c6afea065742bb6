/** The members of an object, read by what each must be. A value that is not that disables what the object stands for. */
import type { JsonSpot } from './json-spots'
import type { Problems } from './problems'

type ObjectSpot = Extract<JsonSpot, { readonly kind: 'object' }>

export class Fields {
  /** Some value was not what it must be. */
  broken = false
  private readonly spots = new Map<string, JsonSpot>()

  constructor(
    readonly spot: ObjectSpot,
    private readonly problems: Problems,
  ) {
    for (const { key, spot: value } of spot.members) {
      if (this.spots.has(key)) problems.warn(value, `"${key}" stands twice; this one holds`)
      this.spots.set(key, value)
    }
  }

  keys(): readonly string[] {
    return [...this.spots.keys()]
  }

  spotOf(key: string): JsonSpot | null {
    return this.spots.get(key) ?? null
  }

  text(key: string): string | null {
    return this.read(key, 'text', (value) => (typeof value === 'string' ? value : undefined))
  }

  flag(key: string): boolean {
    return this.read(key, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined)) ?? false
  }

  texts(key: string): readonly string[] | null {
    return this.read(key, 'a list of texts', (value) => {
      const list: readonly unknown[] | null = Array.isArray(value) ? value : null
      return list?.every((item) => typeof item === 'string') ? list.map(String) : undefined
    })
  }

  textMap(key: string): Readonly<Record<string, string>> | null {
    return this.read(key, 'an object of texts', (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
      const entries = Object.entries(value)
      return entries.every(([, item]) => typeof item === 'string')
        ? Object.fromEntries(entries.map(([name, item]) => [name, String(item)]))
        : undefined
    })
  }

  /** Null where it is not there or is not that. */
  read<T>(key: string, what: string, take: (value: JsonSpot['json']) => T | undefined): T | null {
    const spot = this.spots.get(key)
    if (spot === undefined) return null
    const value = take(spot.json)
    if (value !== undefined) return value
    this.fail(spot, `"${key}" must be ${what}; it is ${kindOf(spot)}`)
    return null
  }

  fail(spot: JsonSpot, message: string): void {
    this.broken = true
    this.problems.error(spot, message)
  }
}

export function kindOf({ kind, json }: JsonSpot): string {
  if (kind === 'array') return 'a list'
  if (kind === 'object') return 'an object'
  return JSON.stringify(json).slice(0, 60)
}
