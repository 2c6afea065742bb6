/** The type checker as a worker of the page: it thinks beside the page, so that nobody who types waits for it. */
import { expose } from 'comlink'
import { type Language, openLanguage } from './language'
import type { HookTypes } from './protocol'

/** Beside this very file, under the same version. */
const DECLARATIONS = new URL('declarations.json', self.location.href)

let opening: Promise<Language> | null = null

function language(): Promise<Language> {
  opening ??= open()
  return opening
}

async function open(): Promise<Language> {
  const response = await fetch(DECLARATIONS)
  if (!response.ok) throw new Error(`the declarations answer with ${response.status}`)
  const opened = openLanguage(await response.json())
  // The first question pays for reading all the declarations: it is asked before a person does.
  opened.problems({ text: WARM, language: 'ts' })
  return opened
}

const WARM = "import { defineHook } from '@belay/hooks'\nimport { z } from 'zod'\nexport default [defineHook, z]\n"

const types: HookTypes = {
  ready: async () => void (await language()),
  problems: async (hook) => (await language()).problems(hook),
  complete: async (asked) => (await language()).complete(asked),
  describe: async (asked) => (await language()).describe(asked),
  hover: async (asked) => (await language()).hover(asked),
}

expose(types)
