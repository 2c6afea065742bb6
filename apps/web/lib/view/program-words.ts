/** What is wrong with a program, a line each: `hooks/tools.ts:3: no such point`. */
import type { Program } from '../api'

export function problemLines({ folder, problems }: Pick<Program, 'folder' | 'problems'>): readonly string[] {
  return problems.map(({ file, line, message }) => {
    const place = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file
    return `${place}${line === null ? '' : `:${line}`}: ${message}`
  })
}

/**
 * Why no session should begin under it, or null: no turn can run, or a part of it does not. A file of which the last good
 * version still runs is no reason.
 */
export function programTrouble(program: Pick<Program, 'name' | 'hooks' | 'problems' | 'unusable'>): string | null {
  const { name, hooks, problems, unusable } = program
  if (unusable !== null) return `The program ${name} cannot rule a turn: ${unusable}.`
  const runs = new Set(hooks.flatMap(({ file, version, error }) => (version === null || error === null ? [] : [file])))
  if (problems.every(({ file }) => runs.has(file))) return null
  return `The program ${name} has errors: what is wrong with it would not rule. Mend it, or choose another.`
}

/** `tools.before, stop.done · scripted/careful`. */
export function programFacts(program: Pick<Program, 'hooks' | 'model' | 'system' | 'problems'>): string {
  const { hooks, model, system, problems } = program
  const points = hooks.map(({ point }) => point)
  const parts = [
    points.length === 0 ? 'no hooks' : points.join(', '),
    ...(system === null ? [] : ['a prompt']),
    ...(model === null ? [] : [model]),
    ...(problems.length === 0 ? [] : ['has errors']),
  ]
  return parts.join(' · ')
}
