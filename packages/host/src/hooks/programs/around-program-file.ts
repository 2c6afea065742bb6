/** What makes one hook of a program file: its exported functions, each at its point. */
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { HookSource } from '../files/bundle-hook'
import { functionsOf, type ProgramFile, pointOf } from './program-points'

export interface FileOfProgram {
  /** The absolute folder of the hook files. */
  readonly folder: string
  readonly file: ProgramFile
}

export function sourceOf({ folder, file }: FileOfProgram): HookSource {
  const path = join(folder, `${file}.ts`)
  return {
    file: path,
    around: { code: codeAround(path, file), alone: realFolder(folder) },
  }
}

export function exportsNoPoint(file: ProgramFile): string {
  return `it exports none of the points of ${file}.ts, which are ${functionsOf(file).join(', ')}`
}

export function notAFunction(name: string): string {
  return `${name} is not a function`
}

/** Resolved from the app's own place. */
const HOOKS = '@belay/hooks'

/** Looks at what the file exports when it is loaded: names that were read before may be those of an older text. */
function codeAround(path: string, file: ProgramFile): string {
  const points = functionsOf(file).map((name) => ({ name, point: pointOf(file, name), wrong: notAFunction(name) }))
  const description = `The ${file}.ts of a program.`
  return `import { defineHook } from ${JSON.stringify(HOOKS)}
import * as file from ${JSON.stringify(path)}
const on = {}
for (const { name, point, wrong } of ${JSON.stringify(points)}) {
  if (!(name in file)) continue
  if (typeof file[name] !== 'function') throw new TypeError(wrong)
  on[point] = file[name]
}
if (Object.keys(on).length === 0) throw new TypeError(${JSON.stringify(exportsNoPoint(file))})
export default defineHook({ name: ${JSON.stringify(file)}, description: ${JSON.stringify(description)}, onFailure: 'replay', on })
`
}

/** esbuild names files by their real paths. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    // Gone meanwhile: then nothing in it can be imported either.
    return folder
  }
}
