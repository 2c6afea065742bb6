import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isGroupAlive } from '../processes/end-group'
import { untilWritten } from '../processes/testing/until-written'
import { createTools } from './index'
import { startTurn } from './testing/real-turn'
import { createWorkspace } from './testing/workspace'
import { createVerifierHook } from './verifier-hook'

const spawner = { spawn: async () => ({ ok: false, reason: 'no children here' }) as const }
const tools = createTools({ spawner, shell: false })
const results = (rows: ReturnType<typeof startTurn>['rows']) =>
  rows.flatMap((row) => (row.kind === 'result' ? [row.content] : []))

test('a script drives the real tools on a real folder, and reads what they said', async () => {
  const folder = createWorkspace()
  folder.write('a.txt', 'one\n')
  const script = `
steps:
  - text: I look.
    calls:
      - { name: files.ls, args: {} }
      - { name: files.read, args: { file_path: a.txt } }
  - calls:
      - { name: files.edit, args: { file_path: a.txt, old_string: one, new_string: two } }
      - { name: files.read, args: { file_path: /etc/hostname } }
  - when: { lastResult: { isError: true } }
    text: "That was refused: {{lastResult}}"
`
  const turn = startTurn({ script, tools, workspace: folder.root })
  expect(await turn.ended).toMatchObject({
    status: 'completed',
    answer: 'That was refused: denied by the person: nobody is there',
  })
  expect(results(turn.rows)).toEqual([
    'a.txt (4 bytes)',
    '1\tone\n[end of file]',
    'Edited a.txt, now lines 1–1:\n1\ttwo\n2\t',
    'denied by the person: nobody is there',
  ])
  expect(readFileSync(join(folder.root, 'a.txt'), 'utf8')).toBe('two\n')
})

test('60-abort-leaves-tool-use-open: a stop ends a program that ignores it, its group too, within a second', async () => {
  const folder = createWorkspace()
  const stop = new AbortController()
  const job = folder.write('job.sh', '#!/bin/sh\ntrap "" TERM\necho $$ > started\nwhile :; do sleep 1; done\n')
  const script = `
steps:
  - calls:
      - { name: run, args: { command: "true" } }
      - { name: run, args: { command: "sh ${job}" } }
      - { name: run, args: { command: "true" } }
`
  const turn = startTurn({ script, tools, workspace: folder.root, signal: stop.signal })
  const pid = Number(await untilWritten(join(folder.root, 'started')))
  const stoppedAt = performance.now()
  stop.abort()
  expect(await turn.ended).toMatchObject({ status: 'stopped' })
  expect(performance.now() - stoppedAt).toBeLessThan(1_000)
  expect(results(turn.rows)).toEqual([
    '[exit code 0]',
    expect.stringMatching(/^stopped by the person while it ran/),
    'not run: the turn was stopped by the person',
  ])
  expect(isGroupAlive(pid)).toBe(false)
})

test('a turn that a hook never lets end can be stopped', async () => {
  const never = {
    ...createVerifierHook('true', '/'),
    points: ['stop.done'],
    ask: () => null,
  } as const
  const script = 'loop: true\nsteps: [{ text: one }, { text: two }]'
  const signal = AbortSignal.timeout(50)
  const turn = startTurn({ script, tools, workspace: createWorkspace().root, hooks: [never], signal })
  expect(await turn.ended).toMatchObject({ status: 'stopped' })
})
