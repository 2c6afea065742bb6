import { readFileSync } from 'node:fs'
import { isJsonObject } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'

export function readJsonFile(path: string): JsonObject {
  const value: Json = JSON.parse(readFileSync(path, 'utf8'))
  if (!isJsonObject(value)) throw new Error(`${path} holds no object`)
  return value
}
