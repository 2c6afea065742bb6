/** Extensions in sentences. */
import type { ExtensionState } from '../../lib/api'

const MOST_NAMED = 6

export function broughtText({ brings }: Pick<ExtensionState, 'brings'>): string {
  const { tools, commands, hooks, contexts, providers } = brings
  const parts = [
    part('tool', tools, (name) => name),
    part('command', commands, (name) => `/${name}`),
    part('hook', hooks, (name) => name),
    part('context', contexts, (name) => name),
    ...providers.map((name) => `models ${name}/…`),
  ].filter((one) => one !== null)
  return parts.length === 0 ? 'Brings nothing to this session yet.' : parts.join(' · ')
}

function part(what: string, names: readonly string[], show: (name: string) => string): string | null {
  if (names.length === 0) return null
  const shown = names.slice(0, MOST_NAMED).map(show).join(', ')
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return `${what}${names.length === 1 || what === 'context' ? '' : 's'} ${shown}${more}`
}

/** Why nobody can switch it, or null. */
export function fixedText({ broken, required, enabled, requiredBy }: ExtensionState): string | null {
  if (broken !== null) return 'it can’t be used'
  if (required) return 'always on'
  return enabled && requiredBy.length > 0 ? `needed by ${requiredBy.join(', ')}` : null
}

export function costText({ enabled, requires, brings }: ExtensionState): string {
  const lost =
    'From the next message on. The model’s instructions and tools change, so its provider reads the conversation anew once, at the full price.'
  if (!enabled) return requires.length === 0 ? lost : `${lost} It brings ${requires.join(', ')} along.`
  const gone =
    brings.tools.length === 0 ? '' : ` The model can’t call ${brings.tools.slice(0, MOST_NAMED).join(', ')} any more.`
  return `${lost}${gone}`
}
