import { expect, test } from 'vitest'
import { problemLines, programFacts, programTrouble } from './program-words'

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
  expect(programFacts({ hooks: [hook], model: 'scripted/tour', system: 'Be careful.', problems: [] })).toBe(
    'tools.before · a prompt · scripted/tour',
  )
  expect(programFacts({ hooks: [], model: null, system: null, problems: [] })).toBe('no hooks')
})

const problem = { file: '/p/hooks/tools.ts', line: 3, message: 'no such point' }
const hook = { point: 'tools.before', file: problem.file, version: 'v', error: null } as const
const sound = { name: 'careful', hooks: [hook], problems: [], unusable: null }

test.each([
  ['that is sound may begin a session', sound, null],
  [
    'of which no turn can run says why',
    { ...sound, unusable: 'agent.yaml:1: no mapping' },
    /cannot rule a turn: agent.yaml:1/,
  ],
  ['of which a file never loaded has errors', { ...sound, hooks: [], problems: [problem] }, /has errors/],
  [
    'of which a hook never loaded has errors',
    { ...sound, hooks: [{ ...hook, version: null, error: problem }], problems: [problem] },
    /has errors/,
  ],
  [
    'of which the last good version runs may',
    { ...sound, hooks: [{ ...hook, error: problem }], problems: [problem] },
    null,
  ],
])('a program %s', (_, program, trouble) => {
  if (trouble === null) expect(programTrouble(program)).toBeNull()
  else expect(programTrouble(program)).toMatch(trouble)
})

test('a program with problems has errors in a list, too', () => {
  expect(programFacts({ hooks: [hook], model: null, system: null, problems: [problem] })).toBe(
    'tools.before · has errors',
  )
})
