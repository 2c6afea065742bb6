import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { startLine } from './start-line'
import { ENV, freshRunner, request } from './testing/commands'

const needsNoOther = (line: string, env = ENV) =>
  !startLine({ line, args: null, cwd: '/', env }, '').includes('/bin/sh')

test.each([
  'true',
  ': ',
  'false || exit 7',
  'true && false',
  'exit 300',
  `echo 'not on Fridays' >&2; exit 2`,
  `echo '{"decision":"block","reason":"a\\\\nb $HOME \`x\` é"}'`,
  'echo -n a.b=c,d   e; echo 1>&2',
  'echo a;exit 3;echo b',
  'true; echo 1 ; false',
])('%s needs no other shell, and comes to the same', async (line) => {
  expect(needsNoOther(line)).toBe(true)
  const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', line], { env: ENV, encoding: 'utf8' })
  const run = await freshRunner().run(request(line))
  expect({ out: run.stdout.text, err: run.stderr.text, end: run.end }).toEqual({
    out: stdout,
    err: stderr,
    end: { by: 'exit', exitCode: status },
  })
})

test.each([
  'truely',
  'echo $HOME',
  'echo "a"',
  'echo *',
  'echo ~',
  'echo a > file',
  'echo a & echo b',
  'true |cat',
  'exit x',
  '! true',
  'echo a\necho b',
  'if true',
  'true;',
  '',
])('%j is for another shell', (line) => {
  expect(needsNoOther(line)).toBe(false)
})

test('a variable that goes by way of env is for another shell', () => {
  expect(needsNoOther('true', { ...ENV, 'a.b': '1' })).toBe(false)
})
