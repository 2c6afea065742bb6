/** Real processes that want the same turn. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { takeTurns } from './take-turns.mjs'

const script = new URL('./take-turns.mjs', import.meta.url).href
const folders: string[] = []
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function scene() {
  const folder = mkdtempSync(join(tmpdir(), 'belay-turns-'))
  folders.push(folder)
  return { path: join(folder, 'dist', 'preparing'), log: join(folder, 'log'), go: join(folder, 'go') }
}

/** A process that writes when its turn begins and ends. `then` is what it does in between. */
function start({ path, log, go }: ReturnType<typeof scene>, then: string): ChildProcess {
  const code = `
    import { appendFileSync, existsSync } from 'node:fs'
    import { takeTurns } from ${JSON.stringify(script)}
    const say = (word) => appendFileSync(${JSON.stringify(log)}, word + ' ')
    const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    const untilGo = () => { while (!existsSync(${JSON.stringify(go)})) wait(10) }
    takeTurns(${JSON.stringify(path)}, {
      work: () => { say('in'); process.stdout.write('in'); ${then}; say('out') },
      waiting: () => process.stdout.write('waiting'),
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

it('is one process at a time, however many want it', async () => {
  const at = scene()
  const all = [1, 2, 3, 4].map(() => start(at, 'wait(50)'))
  const codes = await Promise.all(all.map(async (child) => (await once(child, 'exit'))[0]))
  expect(codes).toEqual([0, 0, 0, 0])
  expect(readFileSync(at.log, 'utf8')).toBe('in out '.repeat(4))
  expect(existsSync(at.path)).toBe(false)
})

it('waits for whoever has the turn, and says so once', async () => {
  const at = scene()
  const first = start(at, 'untilGo()')
  await once(first.stdout ?? first, 'data')
  const second = start(at, '')
  let said = ''
  second.stdout?.on('data', (text) => {
    said += text
    writeFileSync(at.go, '')
  })
  await once(second, 'exit')
  expect(said).toBe('waitingin')
  expect(readFileSync(at.log, 'utf8')).toBe('in out in out ')
})

it('goes on where whoever had the turn was killed', async () => {
  const at = scene()
  const killed = start(at, 'untilGo()')
  await once(killed.stdout ?? killed, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(existsSync(at.path)).toBe(true)
  const two = [start(at, 'wait(50)'), start(at, 'wait(50)')]
  await Promise.all(two.map((child) => once(child, 'exit')))
  expect(readFileSync(at.log, 'utf8')).toBe('in in out in out ')
})

it('gives the turn back when the work fails or ends the process', async () => {
  const at = scene()
  expect(await once(start(at, 'process.exit(1)'), 'exit')).toEqual([1, null])
  expect(existsSync(at.path)).toBe(false)
  const fails = () =>
    takeTurns(at.path, {
      work: () => {
        throw new Error('no')
      },
      waiting: () => undefined,
    })
  expect(fails).toThrow('no')
  expect(existsSync(at.path)).toBe(false)
})

it('takes no notice of a file that holds no process', () => {
  const at = scene()
  takeTurns(at.path, { work: () => writeFileSync(at.path, 'nonsense'), waiting: () => undefined })
  expect(takeTurns(at.path, { work: () => 'done', waiting: () => undefined })).toBe('done')
})
