/**
 * A process that is killed while files are put back. Arguments: home, workspace, `put_back` or `undo`, and `before` or `after`: where
 * in the publishing of the second file. The files `a`, `b` and `c` hold `0`, a turn makes it `1`.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'
import { createTools } from '@belay/host'
import { openWith } from '../open'
import { toolsOf, worldOf } from './make-world'
import { ended, until } from './until'

const [home = '', workspace = '', scene = '', when = ''] = process.argv.slice(2)
const calls = ['a', 'b', 'c'].map((file_path) => ({
  name: 'files.edit',
  args: { file_path, old_string: '0', new_string: '1' },
}))
const world = worldOf({ steps: [{ calls }, { text: 'Done.' }] })
const belay = await openWith({ home }, () => ({
  ...world,
  installed: (spawner, settings) => {
    const models = world
      .installed(spawner, settings)
      .flatMap(({ extension }) => extension.plugins.filter(({ kind }) => kind === 'provider'))
    return [toolsOf(createTools({ spawner, ...settings }), models)]
  },
}))
const { id } = await belay.createSession({ workspace, permission: 'auto' })
const { turn } = await belay.send(id, 'go')
await until(belay, id, ended)
if (turn === null) throw new Error('no turn')
if (scene === 'undo') await belay.putBack(id, { turn, reach: 'turn' })

const rename = fs.promises.rename
let published = 0
fs.promises.rename = async (from, to) => {
  const isSecond = dirname(String(to)) === workspace && ++published === 2
  if (isSecond && when === 'before') process.kill(process.pid, 'SIGKILL')
  await rename(from, to)
  if (isSecond) process.kill(process.pid, 'SIGKILL')
}
syncBuiltinESMExports()
// With the system before the end, whatever becomes of this process.
fs.writeSync(1, `${id} ${turn}\n`)
await (scene === 'undo' ? belay.undoPutBack(id) : belay.putBack(id, { turn, reach: 'turn' }))
