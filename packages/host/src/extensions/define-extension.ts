/** Makes an extension of what its author wrote; what is left out is nothing. A mistake in it throws, in a sentence. */
import type { JsonObject } from '@belay/trace'
import type { z } from 'zod'
import type { Extension, Plugin } from './extension'

export interface ExtensionDefinition {
  readonly name: string
  readonly description: string
  readonly requires?: readonly string[]
  readonly required?: boolean
  readonly settings?: z.ZodType<JsonObject>
  readonly plugins: readonly Plugin[]
}

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

export function defineExtension(definition: ExtensionDefinition): Extension {
  const { name, description, requires = [], required = false, settings = null, plugins } = definition
  if (!NAME.test(name))
    throw new TypeError(`an extension is named in small letters, digits and dashes, not ${JSON.stringify(name)}`)
  if (description.trim() === '') throw new TypeError(`the extension ${name} needs a description`)
  if (requires.includes(name)) throw new TypeError(`the extension ${name} requires itself`)
  return { name, description, requires, required, settings, plugins }
}
