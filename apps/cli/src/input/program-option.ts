/** `--program`: a program by its name, or by its folder. */
import { resolve } from 'node:path'
import type { Operations, Program } from '@belay/api'
import { usage } from '../failure'
import { didYouMean } from '../nearest'

/** A name has no slash; whatever has one is a folder, from the current one on. */
export function readProgram(text: string, cwd: string): string {
  return /[/\\]/.test(text) || /^\.{1,2}$/.test(text) ? resolve(cwd, text) : text
}

export function programOf({ program }: { readonly program?: string }, cwd: string): string | undefined {
  return program === undefined ? undefined : readProgram(program, cwd)
}

/** The program, where it can rule; else a sentence before anything is changed. */
export async function checkProgram(operations: Operations, name: string): Promise<Program> {
  const program = await operations.program(name)
  if (program === null) {
    const names = (await operations.programs()).map((one) => one.name)
    throw usage(`there is no program ${name}${didYouMean(name, names)}; belay program lists all`)
  }
  if (program.unusable !== null) throw usage(`the program ${name} cannot rule a turn: ${program.unusable}`)
  return program
}
