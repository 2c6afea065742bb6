/**
 * The same command for the same event and `if` runs once, in however many groups and files it stands. Promises: every place
 * is kept; where the places differ the safer setting holds (a guard stays a guard), and a warning says that they do.
 */
import type { CommandDiagnostic, CommandEntry } from '../entry'

export interface Merged {
  readonly entries: readonly CommandEntry[]
  readonly diagnostics: readonly CommandDiagnostic[]
}

export function mergeEntries(entries: readonly CommandEntry[]): Merged {
  const merged = new Map<string, CommandEntry>()
  const diagnostics: CommandDiagnostic[] = []
  for (const entry of entries) {
    const first = merged.get(entry.id)
    if (first !== undefined) diagnostics.push(...differences(first, entry))
    merged.set(entry.id, first === undefined ? entry : joined(first, entry))
  }
  return { entries: [...merged.values()], diagnostics }
}

function joined(first: CommandEntry, again: CommandEntry): CommandEntry {
  return {
    ...first,
    onFailure: [first.onFailure, again.onFailure].includes('closed') ? 'closed' : first.onFailure,
    // One that is waited for somewhere is waited for; one that runs again somewhere runs again.
    async: first.async && again.async,
    once: first.once && again.once,
    places: [...first.places, ...again.places],
  }
}

const SETTINGS = ['timeoutMs', 'once', 'async', 'onFailure', 'persistent', 'allowedEnvVars'] as const
const WRITTEN: Readonly<Partial<Record<string, string>>> = { timeoutMs: 'timeout' }

function differences(first: CommandEntry, again: CommandEntry): readonly CommandDiagnostic[] {
  const one: Readonly<Record<string, unknown>> = { ...first }
  const other: Readonly<Record<string, unknown>> = { ...again }
  const keys = SETTINGS.filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]))
  const [place] = again.places
  const [before] = first.places
  if (keys.length === 0 || place === undefined || before === undefined) return []
  const names = keys.map((key) => `"${WRITTEN[key] ?? key}"`).join(', ')
  const message = `the same command stands at ${before.path} in ${before.file} with another ${names}; it runs once, by what stands there, and blocks or is waited for where either says so`
  return [{ file: place.file, line: place.line, column: null, path: place.path, severity: 'warning', message }]
}
