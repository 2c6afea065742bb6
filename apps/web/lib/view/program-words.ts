/** What is wrong with a program, a line each: `hooks/tools.ts:3: no such point`. */
import type { Program } from '../api'

export function problemLines({ folder, problems }: Pick<Program, 'folder' | 'problems'>): readonly string[] {
  return problems.map(({ file, line, message }) => {
    const place = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file
    return `${place}${line === null ? '' : `:${line}`}: ${message}`
  })
}

/** `tools.before, stop.done · scripted/careful`. */
export function programFacts({ hooks, model, system }: Pick<Program, 'hooks' | 'model' | 'system'>): string {
  const points = hooks.map(({ point }) => point)
  const parts = [
    points.length === 0 ? 'no hooks' : points.join(', '),
    ...(system === null ? [] : ['a prompt']),
    ...(model === null ? [] : [model]),
  ]
  return parts.join(' · ')
}
