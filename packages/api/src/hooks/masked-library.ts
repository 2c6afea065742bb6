/** The library as the app shows it: an error may quote the line of a file that it is about, and whatever secret stands there. */
import type { HookDraft, HookLibrary, LibraryHook, Program } from '@belay/host'
import { type Mask, maskText } from '../log/mask'

export function maskedLibrary(library: HookLibrary, mask: Mask): HookLibrary {
  const hook = (one: LibraryHook): LibraryHook => maskedHook(one, mask)
  const maybe = (one: LibraryHook | null) => (one === null ? null : hook(one))
  const problem = <P extends { readonly message: string }>(one: P): P => ({ ...one, message: mask(one.message) })
  const program = (one: Program): Program => ({
    ...one,
    unusable: maskText(mask, one.unusable),
    problems: one.problems.map(problem),
    hooks: one.hooks.map((each) => (each.error === null ? each : { ...each, error: problem(each.error) })),
  })
  const checked: HookLibrary['checkParams'] = async (of, params) => said(await library.checkParams(of, params))
  const said = (answer: Awaited<ReturnType<HookLibrary['checkParams']>>) =>
    answer.ok ? answer : { ok: false as const, message: mask(answer.message) }
  const drafted = (draft: HookDraft): HookDraft => ({
    hook: hook(draft.hook),
    checkParams: async (params) => said(await draft.checkParams(params)),
    load: (attachment) => draft.load(attachment),
  })
  const { draft, attached } = library
  return {
    ...{ list: async () => (await library.list()).map(hook), checkParams: checked },
    ...(attached === undefined ? {} : { attached: async (at) => maybe(await attached.call(library, at)) }),
    find: async (name, from) => maybe(await library.find(name, from)),
    programs: async () => (await library.programs()).map(program),
    program: async (name) => {
      const found = await library.program(name)
      return found === null ? null : program(found)
    },
    load: (attachments) => library.load(attachments),
    ...(draft === undefined ? {} : { draft: async (file, text) => drafted(await draft.call(library, file, text)) }),
    close: () => library.close(),
  }
}

function maskedHook(hook: LibraryHook, mask: Mask): LibraryHook {
  const { error, unfit } = hook
  if (error === null && unfit === undefined) return hook
  return {
    ...hook,
    error: error === null ? null : { ...error, message: mask(error.message) },
    ...(unfit === undefined ? {} : { unfit: { ...unfit, why: mask(unfit.why) } }),
  }
}
