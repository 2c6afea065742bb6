/** The extensions of a new session: those that one has anyway, but for what a person switched. Pure. */
import type { ExtensionState } from '../../lib/api'

type Known = Pick<ExtensionState, 'name' | 'enabled' | 'requires'>

/** Names of those that it will have. */
export function chosenOf(all: readonly Known[], switched: readonly string[]): readonly string[] {
  return all.filter(({ name, enabled }) => enabled !== switched.includes(name)).map(({ name }) => name)
}

/** Those that are on and need it: it can't be switched off before them. */
export function neededBy(all: readonly Known[], switched: readonly string[], name: string): readonly string[] {
  const on = chosenOf(all, switched)
  return all.filter((one) => on.includes(one.name) && one.requires.includes(name)).map((one) => one.name)
}

/** One switched, with what it requires. */
export function switchOne(all: readonly Known[], switched: readonly string[], name: string): readonly string[] {
  const on = chosenOf(all, switched)
  const flip = (names: readonly string[], one: string) =>
    names.includes(one) ? names.filter((other) => other !== one) : [...names, one]
  const brought = on.includes(name) ? [] : closed(all, name).filter((one) => !on.includes(one))
  return [name, ...brought].reduce(flip, switched)
}

function closed(all: readonly Known[], name: string): readonly string[] {
  const found = new Set<string>()
  const add = (one: string) => {
    for (const required of all.find((each) => each.name === one)?.requires ?? [])
      if (!found.has(required)) {
        found.add(required)
        add(required)
      }
  }
  add(name)
  found.delete(name)
  return [...found]
}

/** As the server takes it: who needs another goes first. What is not there any more is left out. */
export function switchesOf(all: readonly Known[], switched: readonly string[]) {
  const known = all.filter(({ name }) => switched.includes(name))
  const enable = known.filter(({ enabled }) => !enabled).map(({ name }) => name)
  const disable = known.filter(({ enabled }) => enabled).map(({ name }) => name)
  // Who needs another needs more than that one does.
  const needs = (name: string) => closed(all, name).length
  const ordered = [...disable].sort((one, other) => needs(other) - needs(one))
  return {
    enable: enable.length === 0 ? undefined : enable,
    disable: ordered.length === 0 ? undefined : ordered,
  }
}
