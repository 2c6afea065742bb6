import type { JsonObject } from '@belay/trace'
import type { RegistryResult } from './events'

/** A block always says why: the model reads it. */
export function blockMessage({ message }: RegistryResult): string {
  return filled(message) ?? 'a hook blocked this and gave no reason'
}

export function filled(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text
}

/** An empty input changes nothing. */
export function changes(input: JsonObject | undefined): input is JsonObject {
  return input !== undefined && Object.keys(input).length > 0
}
