import { expect, test } from 'vitest'
import { problemLines, programFacts } from './program-words'

test('problems of a program are named by their place within it', () => {
  const problems = [
    { file: '/home/me/programs/careful/hooks/tools.ts', line: 3, message: 'no such point' },
    { file: '/home/me/programs/careful/agent.yaml', line: null, message: 'cannot be read' },
  ]
  expect(problemLines({ folder: '/home/me/programs/careful', problems })).toEqual([
    'hooks/tools.ts:3: no such point',
    'agent.yaml: cannot be read',
  ])
})

test('a program is told by where it has a say, and what else it brings', () => {
  const hook = { point: 'tools.before', file: '/x', version: 'v', error: null } as const
  expect(programFacts({ hooks: [hook], model: 'scripted/tour', system: 'Be careful.' })).toBe(
    'tools.before · a prompt · scripted/tour',
  )
  expect(programFacts({ hooks: [], model: null, system: null })).toBe('no hooks')
})
