/**
 * What a model is told in its history when extensions came or went: its system instructions stay as they were, so that a provider's
 * cache holds, until the history is summed up. What did not change is not repeated.
 */
import type { Prepared } from './prepared'

type Told = Pick<Prepared, 'tools' | 'commands' | 'contexts' | 'instructions'>

/** Null where nothing changed that a model would notice. */
export function capabilityNotice(before: Told, after: Told): string | null {
  const parts = [
    named(
      'Tools',
      before.tools.map(({ tool }) => tool.name),
      after.tools.map(({ tool }) => tool.name),
    ),
    named(
      'Session commands',
      before.commands.map(({ command }) => command.name),
      after.commands.map(({ command }) => command.name),
    ),
    ...blocks(before, after),
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : ['What you can use in this session has changed.', ...parts].join('\n')
}

function named(what: string, before: readonly string[], after: readonly string[]): string | null {
  const came = after.filter((name) => !before.includes(name))
  const went = before.filter((name) => !after.includes(name))
  const said = [
    ...(came.length === 0 ? [] : [`new: ${came.join(', ')}`]),
    ...(went.length === 0 ? [] : [`gone: ${went.join(', ')}`]),
  ]
  return said.length === 0 ? null : `${what} – ${said.join('; ')}.`
}

/** Context and instructions by whose they are. */
function blocks(before: Told, after: Told): readonly string[] {
  const [was, is] = [texts(before), texts(after)]
  const gone = [...was.keys()].filter((key) => !is.has(key)).map((key) => `Not valid any more: ${key}.`)
  const fresh = [...is].filter(([key, text]) => was.get(key) !== text)
  return [...gone, ...fresh.map(([key, text]) => `${was.has(key) ? 'In the place of' : 'New'} ${key}:\n${text}`)]
}

function texts({ contexts, instructions }: Told): ReadonlyMap<string, string> {
  const all = new Map<string, string>()
  for (const { extension, name, text } of contexts) all.set(`${name} (${extension})`, text)
  for (const { extension, text } of instructions) {
    const key = `the instructions of ${extension}`
    all.set(key, [all.get(key), text].filter((one) => one !== undefined).join('\n'))
  }
  return all
}
