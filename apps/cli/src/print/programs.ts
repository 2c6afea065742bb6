/** Programs: where their hooks stand, and what is wrong with them. */
import type { Program } from '@belay/api'
import type { Output } from '../output'
import { table } from './table'
import { oneLine } from './text'

const columns = [{ title: 'program' }, { title: 'from', most: 40 }, { title: 'hooks at' }]

export function printPrograms(out: Output, programs: readonly Program[]): void {
  if (programs.length === 0) out.line('There is no program: none in programs/ of the home folder.')
  else for (const line of programsText(programs, out.columns)) out.line(line)
}

export function programsText(programs: readonly Program[], width: number): readonly string[] {
  const rows = programs.map(({ name, folder, hooks, unusable }) => [
    name,
    folder,
    unusable === null ? hooks.map(({ point }) => point).join(', ') : `cannot rule a turn: ${unusable}`,
  ])
  const wrong = programs.flatMap(({ problems }) => problems.map(problemText))
  return [...table(columns, rows, width), ...(wrong.length === 0 ? [] : ['', ...wrong])]
}

function problemText({ file, line, message }: Program['problems'][number]): string {
  return `${oneLine([file, line].filter((part) => part !== null).join(':'))}: ${oneLine(message)}`
}
