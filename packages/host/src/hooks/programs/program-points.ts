/** The seven files of a program and the ten points that they hold. Both sets are closed. */
import { isPointId, type PointId } from '@belay/trace'

export const PROGRAM_FILES = {
  context: ['build'],
  errors: ['on'],
  guard: ['onInput', 'onOutput'],
  memory: ['keep', 'summarize'],
  model: ['choose'],
  stop: ['done'],
  tools: ['before', 'after'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type ProgramFile = keyof typeof PROGRAM_FILES

export function isProgramFile(name: string): name is ProgramFile {
  return Object.hasOwn(PROGRAM_FILES, name)
}

export function functionsOf(file: ProgramFile): readonly string[] {
  return PROGRAM_FILES[file]
}

export function pointOf(file: ProgramFile, name: string): PointId {
  const point = `${file}.${name}`
  if (!isPointId(point)) throw new Error(`${point} is no point`)
  return point
}

export const NOT_A_HOOK_FILE = `not a hook file; the hook files are: ${Object.keys(PROGRAM_FILES).join(', ')}`

export function notAPoint(name: string, file: ProgramFile): string {
  return `${name} is not a point of ${file}.ts, which defines ${functionsOf(file).join(', ')}; a helper's name must start with '_'`
}
