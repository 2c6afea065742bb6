import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandEntry, readCommandConfig } from '@belay/host'
import { expect, it } from 'vitest'
import { freshFolder } from '../testing/world'
import { scriptsIn } from './named-files'

function entryOf(command: string, workspace: string): CommandEntry {
  const text = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } })
  const [entry] = readCommandConfig([{ file: join(workspace, 'hooks.json'), text }], { workspace, tools: null }).entries
  return entry ?? expect.fail()
}

it.each([
  ['./g.sh', ['g.sh']],
  ['"$CLAUDE_PROJECT_DIR"/g.sh', ['g.sh']],
  [`"\${CLAUDE_PROJECT_DIR:-.}"/g.sh`, ['g.sh']],
  [`"\${NO_SUCH_VARIABLE:-.}"/g.sh`, ['g.sh']],
  ['./e*.sh', ['e1.sh', 'e2.sh']],
  ['./e[12].sh', ['e1.sh', 'e2.sh']],
  ['./e[!1].sh', ['e2.sh']],
  ["'./q[1]x.sh'", ['q[1]x.sh']],
  ['./.h*.sh', ['.hidden.sh']],
  ['sh -c "cd . && ./g.sh"', ['g.sh']],
  ["bash -ec './g.sh'", ['g.sh']],
  ['env BASH_ENV=./n.sh bash -c true', ['n.sh']],
  ['node --require=./a.cjs -e 1', ['a.cjs']],
  ['./run?', ['run1', 'run2']],
  ['./*', ['a.cjs', 'e1.sh', 'e2.sh', 'g.sh', 'n.sh', 'q[1]x.sh', 'run1', 'run2']],
  [`./${'*a'.repeat(60)}`, []],
  ['./gone.sh', ['gone.sh']],
  ['echo hello', []],
])('%s names %j', (command, files) => {
  const workspace = freshFolder('work')
  for (const name of ['g.sh', 'e1.sh', 'e2.sh', 'q[1]x.sh', '.hidden.sh', 'n.sh', 'a.cjs', 'run1', 'run2'])
    writeFileSync(join(workspace, name), '#!/bin/sh\n')
  expect(scriptsIn(entryOf(command, workspace), workspace)).toEqual(files.map((file) => join(workspace, file)))
})
