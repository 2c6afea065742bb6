/** Programs that the code of a hook file starts by itself. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askPoint } from '@belay/hooks'
import { type Attachment, attachmentId, callId } from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { isGroupAlive, signalGroup, statOf } from '../../processes/end-group'
import { freshFolder } from '../../testing/fresh-folder'
import { createHookLibrary } from '../create-hook-library'
import { FACTS, realClock } from '../testing/world'

let folder: string
const attachment = (timeoutMs: number, then: string): Attachment => {
  const file = join(folder, 'starts.ts')
  writeFileSync(
    file,
    `import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { defineHook } from '@belay/hooks'
export default defineHook({
  name: 'starts',
  description: 'Starts a program that starts another one.',
  points: ['tools.before'],
  timeoutMs: ${timeoutMs},
  async run(t) {
    const child = spawn('sh', ['-c', "trap '' TERM; sleep 60 & echo ready; wait; wait"], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((ready) => child.stdout.once('data', ready))
    writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(child.pid))
    child.unref()
    ${then}
  },
})`,
  )
  return {
    ...{ id: attachmentId('a'), hook: file, name: 'starts', source: 'library', params: {}, points: ['tools.before'] },
    ...{ mode: 'enforce', onFailure: 'open', version: null, error: null },
  }
}

async function ask(hook: Attachment, onLeft?: (sentence: string) => void) {
  const { signal } = new AbortController()
  const library = createHookLibrary({ home: '/nowhere', clock: realClock, onLeft })
  const outcome = askPoint({
    ...{ point: 'tools.before', event: { call: { id: callId('c'), name: 'run', args: {} } }, facts: FACTS },
    ...{ hooks: await library.load([hook]), clock: realClock, signal, sink: null, lastAnswers: null },
    policy: { rewrites: 'first', stopAtFirstBlock: false },
  })
  return { library, outcome }
}

const pid = () => Number(readFileSync(join(folder, 'pid'), 'utf8'))

describe('what a hook file started', () => {
  beforeEach(() => {
    folder = freshFolder()
  })

  it('ends with a hook that is ended, with all that it started, before the library is closed', async () => {
    const { library, outcome } = await ask(attachment(2_000, 'await new Promise(() => {})'))
    expect((await outcome).verdicts[0]).toMatchObject({ error: { kind: 'timeout' } })
    await library.close()
    expect(existsSync(join(folder, 'pid'))).toBe(true)
    expect(isGroupAlive(pid())).toBe(false)
  })

  it('is left alone where the hook answered', async () => {
    const { library, outcome } = await ask(attachment(20_000, "return t.note('started')"))
    expect((await outcome).notes).toEqual(['starts: started'])
    await library.close()
    expect(isGroupAlive(pid())).toBe(true)
    signalGroup(pid(), 'SIGKILL')
  })

  it('ends where nothing goes on behind the library, which is told', async () => {
    const told: string[] = []
    const { library, outcome } = await ask(attachment(20_000, "return t.note('started')"), (line) => told.push(line))
    expect((await outcome).notes).toEqual(['starts: started'])
    await library.close()
    expect(isGroupAlive(pid())).toBe(false)
    expect(told).toEqual([`${join(folder, 'starts.ts')} had left process ${pid()} running; it was ended`])
  })

  it.each([
    ['that ended by itself is not told of', '', "await new Promise((gone) => child.once('exit', gone))", "'exit 0'"],
    ['that is to go on by itself goes on', ', detached: true', '', "'sleep 60'"],
  ])('a process %s', async (_, options, then, command) => {
    const told: string[] = []
    const at = attachment(20_000, '')
    writeFileSync(
      at.hook,
      `import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { defineHook } from '@belay/hooks'
export default defineHook({ name: 'starts', description: 'd', on: { 'tools.before': async (t) => {
  const child = spawn('sh', ['-c', ${command}], { stdio: 'ignore'${options} })
  writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(child.pid))
  ${then}
  return t.note('started')
} } })`,
    )
    const { library, outcome } = await ask(at, (line) => told.push(line))
    expect((await outcome).notes).toEqual(['starts: started'])
    await library.close()
    expect(told).toEqual([])
    expect(isGroupAlive(pid())).toBe(command === "'sleep 60'")
    signalGroup(pid(), 'SIGKILL')
  })

  const runs = (timeoutMs: number, body: string): Attachment => {
    const at = attachment(timeoutMs, '')
    writeFileSync(
      at.hook,
      `import { execFileSync, execSync, spawnSync } from 'node:child_process'
import { defineHook } from '@belay/hooks'
export default defineHook({ name: 'starts', description: 'd', timeoutMs: ${timeoutMs}, on: { 'tools.before': (t) => { ${body} } } })`,
    )
    return at
  }

  it('behind a program that it waited for is ended like any other', async () => {
    const told: string[] = []
    const file = join(folder, 'pid')
    const body = `execSync('sleep 60 & echo $! > ${file}', { stdio: 'ignore' }); return t.note('started')`
    const { library, outcome } = await ask(runs(20_000, body), (line) => told.push(line))
    expect((await outcome).notes).toEqual(['starts: started'])
    await library.close()
    expect(told).toEqual([expect.stringMatching(/starts\.ts had left process \d+ running; it was ended$/)])
    expect(statOf(String(pid())).state).toMatch(/[ZX]/)
  })

  it('and waits for ends with its thread, with all that it started', async () => {
    const file = join(folder, 'pid')
    const { library, outcome } = await ask(runs(500, `execSync('sleep 60 & echo $! > ${file}; wait')`))
    expect((await outcome).verdicts[0]).toMatchObject({ error: { kind: 'timeout' } })
    const from = performance.now()
    await library.close()
    expect(performance.now() - from).toBeLessThan(5_000)
    expect(statOf(String(pid())).state).toMatch(/[ZX]/)
  })

  it.each([
    ['what it prints', "String(execSync('printf out; printf err >&2'))", 'out'],
    ['text, where an encoding is named', "execFileSync('printf', ['%s', 'a b'], { encoding: 'utf8' })", 'a b'],
    ['what it is told', "execSync('cat', { input: 'in', encoding: 'utf8' })", 'in'],
    ['its environment', "execSync('printf %s $GIVEN', { env: { GIVEN: 'given' }, encoding: 'utf8' })", 'given'],
    [
      'why it failed',
      "(() => { try { execSync('printf no >&2; exit 3', { stdio: 'pipe' }) } catch (error) { return error.status + error.message } })()",
      '3Command failed: printf no >&2; exit 3\nno',
    ],
    [
      'that there is no such program',
      "(() => { try { execFileSync('no-such-program') } catch (error) { return error.code } })()",
      'ENOENT',
    ],
    [
      'status and output',
      "spawnSync('sh', ['-c', 'printf x; exit 4']).status + spawnSync('printf', ['y']).stdout",
      '4y',
    ],
    ['its signal', "String(spawnSync('sh', ['-c', 'kill -9 $$'], null).signal)", 'SIGKILL'],
  ])('as a program that is waited for is told of as Node tells: %s', async (_, expression, told) => {
    const { library, outcome } = await ask(runs(20_000, `return t.note(${expression})`))
    expect((await outcome).notes).toEqual([`starts: ${told}`])
    await library.close()
  })
})
