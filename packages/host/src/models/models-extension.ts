/**
 * The extension `models`: what is known of models, from a list that ships with the app and from a file of the person's. Reads nothing but
 * that file, and nothing from a network.
 */
import { resolve } from 'node:path'
import { asJson } from '@belay/hooks'
import { z } from 'zod'
import { defineExtension } from '../extensions/define-extension'
import type { Extension, FoundFacts } from '../extensions/extension'
import { readRegular } from '../processes/read-regular'
import { catalogFile, SNAPSHOT } from './model-facts'

const settings = z.strictObject({
  /** Facts that go before those that ship with the app: a path, below the home folder where it is relative. */
  file: z.exactOptional(z.string().min(1)),
})

/** A list of every model there is has some hundred kilobytes. */
const MOST_BYTES = 4_194_304

export function createModels(): Extension {
  return defineExtension({
    name: 'models',
    description: 'What is known of models: how much they take, what they take and what they cost.',
    settings,
    plugins: [
      {
        kind: 'models',
        facts({ home, settings: { file } }) {
          if (typeof file !== 'string') return { ok: true, facts: SNAPSHOT }
          const found = factsIn(resolve(home, file))
          return found.ok ? { ok: true, facts: [...SNAPSHOT, ...found.facts] } : found
        },
      },
    ],
  })
}

function factsIn(path: string): FoundFacts {
  const read = readRegular(path, MOST_BYTES)
  if (!read.ok) return { ok: false, reason: `models.file: ${path}: ${read.reason}` }
  let value: unknown
  try {
    value = asJson(JSON.parse(read.bytes.toString('utf8')))
  } catch (error) {
    return { ok: false, reason: `models.file: ${path} is no JSON (${String(error)})` }
  }
  const models = catalogFile.safeParse(value)
  if (models.success) return { ok: true, facts: models.data.models }
  const [first] = models.error.issues
  return { ok: false, reason: `models.file: ${path}: ${first?.path.join('.') ?? ''}: ${first?.message ?? ''}` }
}
