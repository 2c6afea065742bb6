/** A program that a turn can run under, or one sentence that says why there is none. */
import { isAbsolute } from 'node:path'
import type { HookLibrary, Program } from '@belay/host'
import { didYouMean } from '../hooks/nearest'
import { OperationError } from '../operations'

export async function usableProgram(
  library: Pick<HookLibrary, 'program' | 'programs'>,
  name: string,
): Promise<Program> {
  const program = await library.program(name)
  if (program === null) throw new OperationError('bad_input', await noProgram(library, name))
  if (program.unusable === null) return program
  throw new OperationError('bad_input', `The program \`${name}\` cannot rule a turn: ${program.unusable}.`)
}

async function noProgram(library: Pick<HookLibrary, 'programs'>, name: string): Promise<string> {
  if (isAbsolute(name)) return `There is no program in ${name}: no such folder.`
  const names = (await library.programs()).map((one) => one.name)
  return `There is no program \`${name}\`.${didYouMean(name, names)} Programs are folders in \`programs/\` of the home folder.`
}
