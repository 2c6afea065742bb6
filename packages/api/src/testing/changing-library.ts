/** The test library with code that changes: versions that a test sets, hooks that it takes away, look-ups that it holds up. */
import type { HookLibrary } from '@belay/host'
import { openWith } from '../open'
import type { Operations } from '../operations'
import { type TestWorld, testLibrary, worldOf } from './make-world'
import { afterTest, freshFolder } from './world'

export interface ChangingLibrary extends HookLibrary {
  /** The code of a hook is another one from now on; null: its file is gone. */
  edit(slug: string, version: string | null): void
  /** The next look-up waits until the function that comes back is called. `begun` resolves when it waits. */
  holdNext(): { readonly begun: Promise<void>; readonly release: () => void }
}

export function changingLibrary(): ChangingLibrary {
  const library = testLibrary()
  const versions = new Map<string, string | null>()
  let held: (() => Promise<void>) | null = null
  return {
    ...library,
    async find(slug) {
      const wait = held
      held = null
      await wait?.()
      const hook = await library.find(slug)
      const version = versions.get(slug)
      if (hook === null || version === null) return null
      return version === undefined ? hook : { ...hook, version }
    },
    edit: (slug, version) => void versions.set(slug, version),
    holdNext() {
      let [begin, release]: [() => void, () => void] = [() => undefined, () => undefined]
      const begun = new Promise<void>((resolve) => {
        begin = resolve
      })
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      held = () => {
        begin()
        return released
      }
      return { begun, release: () => release() }
    },
  }
}

export async function openChanging(test: TestWorld = {}): Promise<{ belay: Operations; library: ChangingLibrary }> {
  const library = changingLibrary()
  const { home = freshFolder() } = test
  const belay = await openWith({ home }, () => ({ ...worldOf(test), library }))
  afterTest(() => belay.close())
  return { belay, library }
}
