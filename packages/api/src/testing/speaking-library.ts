/**
 * A library of hooks of any name that stand anywhere and answer what their parameters say: `answer` as it is, or `throws`; they may
 * match a text only, ask again, just listen, or not load.
 */
import { type Hook, HookFailure } from '@belay/hooks'
import type { HookLibrary, LibraryHook } from '@belay/host'
import { type Attachment, type JsonObject, POINTS } from '@belay/trace'
import { openWith } from '../open'
import type { HookSpec, Operations } from '../operations'
import { type TestWorld, worldOf } from './make-world'
import { afterTest, freshFolder } from './world'

const speaker = (slug: string): LibraryHook => ({
  ...{ slug, name: slug, description: slug, points: POINTS, paramsSchema: null, defaults: {} },
  ...{ builtIn: true, file: null, timeoutMs: 1_000, onFailure: 'open', recheck: false, observe: false },
  ...{ version: 'v1', error: null },
})

function loaded({ params, ...attachment }: Attachment): Hook {
  const { answer, throws, matches, recheck, observe, broken } = params
  return {
    ...attachment,
    timeoutMs: 1_000,
    recheck: recheck === true,
    observe: observe === true,
    unavailable: typeof broken === 'string' ? { reason: 'failed to load', message: broken } : null,
    skips: ({ event }) => (typeof matches === 'string' && !JSON.stringify(event).includes(matches) ? 'matcher' : null),
    ask() {
      if (typeof throws === 'string') throw new HookFailure('threw', throws)
      return answer
    },
  }
}

export function speakingLibrary(): HookLibrary {
  return {
    list: async () => [speaker('speaks')],
    find: async (name) => speaker(name),
    checkParams: async (_, params) => ({ ok: true, params }),
    programs: async () => [],
    program: async () => null,
    load: async (attachments) => attachments.map(loaded),
    close: async () => undefined,
  }
}

export async function openSpeaking(test: TestWorld = {}): Promise<Operations> {
  const { home = freshFolder() } = test
  const belay = await openWith({ home }, () => ({ ...worldOf(test), library: speakingLibrary() }))
  afterTest(() => belay.close())
  return belay
}

export function speaks(hook: string, params: JsonObject, more: Partial<HookSpec> = {}): HookSpec {
  return { hook, points: ['tools.before'], params, ...more }
}
