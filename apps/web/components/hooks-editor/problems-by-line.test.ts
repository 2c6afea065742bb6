import { expect, it } from 'vitest'
import { problemsByLine } from './problems-by-line'

const found = (from: number, line: number | null, message: string, severity: 'error' | 'warning' = 'error') => ({
  ...{ from, line, message, severity },
})

it('a line stands once, with all that is wrong in it, and each of that once', () => {
  const problems = [
    found(40, 4, 'late'),
    found(12, 2, 'odd', 'warning'),
    found(15, 2, 'wrong\nbecause of much'),
    found(18, 2, 'wrong'),
    found(0, null, 'whole'),
  ]
  expect(problemsByLine(problems)).toEqual([
    { line: null, severity: 'error', messages: ['whole'] },
    { line: 2, severity: 'error', messages: ['odd', 'wrong'] },
    { line: 4, severity: 'error', messages: ['late'] },
  ])
})
