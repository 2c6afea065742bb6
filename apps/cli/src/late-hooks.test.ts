/** Hooks that only listen, where no app runs: the command is all that they have. */
import { chmodSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fixtures, jsonLines, makePlace } from './testing/belay'

const place = makePlace()
afterAll(place.remove)

const run = ['run', 'hello', '--model', `scripted/${join(fixtures, 'scripts', 'answer.yaml')}`]
const hook = (name: string) => ['--attach', join(fixtures, 'hooks', `${name}.ts`)]

/** A person's program that hangs. `trap` is what it does about TERM. */
function hanging(name: string, trap: string): { readonly attach: readonly string[]; readonly pid: () => number } {
  const [path, pid] = [join(place.workspace, name), join(place.workspace, `${name}.pid`)]
  writeFileSync(path, `#!/bin/sh\ntrap '${trap}' TERM\necho $$ > ${pid}\nwhile :; do sleep 0.05; done\n`)
  chmodSync(path, 0o755)
  return {
    attach: ['--attach', `notify:${JSON.stringify({ command: [path] })}`],
    pid: () => Number(readFileSync(pid, 'utf8')),
  }
}

/** Zombies that nobody reaps here count as gone. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const verdictsIn = (events: readonly Record<string, unknown>[]) =>
  events.flatMap((event) => (event.type === 'verdict' ? [event.verdict] : []))

describe('a hook that only listens and is slower than the turn', () => {
  it.each([
    ['fails late', 'listens-slow', { kind: 'threw', message: expect.stringContaining('the disk is full') }],
    ['never ends', 'listens-for-ever', { kind: 'timeout', message: 'no answer within 300 ms' }],
  ])('and %s is in the stream before its end, and on record', async (_, name, error) => {
    const { code, stdout } = await place.belay([...run, ...hook(name), '--json'])
    const events = jsonLines(stdout)
    const verdict = expect.objectContaining({ hook: name, late: true, status: 'failed', error })
    expect(code).toBe(0)
    expect(verdictsIn(events)).toEqual([verdict])
    expect(events.slice(0, -1).map(({ seq }) => seq)).toEqual(events.slice(0, -1).map((_, index) => index + 1))
    expect(events.at(-1)).toMatchObject({ type: 'turn', status: 'completed', answer: 'Done.' })
    const kept = jsonLines((await place.belay(['sessions', 'events', String(events.at(-1)?.session)])).stdout)
    expect(kept).toEqual(events.slice(0, -1))
  })

  it('is told to a person too, with what is waited for', async () => {
    const { code, stdout, stderr } = await place.belay([...run, ...hook('listens-slow')])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Done.\n' })
    expect(stderr).toMatch(/waiting for what listens-slow still does/)
    expect(stderr).toMatch(/guard\.onOutput: listens-slow failed: .*the disk is full/)
  })
})

describe('a hook that tells once a session', () => {
  it('does so also where each turn is a process of its own', async () => {
    const tell = ['--attach', 'add-context:{"text":"Mind the gap."}']
    const first = jsonLines((await place.belay([...run, ...tell, '--json'])).stdout)
    const session = String(first.at(-1)?.session)
    await place.belay(['run', 'again', '--session', session])
    await place.belay(['run', 'and again', '--session', session])
    const { stdout } = await place.belay(['sessions', 'events', session])
    const inputs = jsonLines(stdout).flatMap(({ type, row }) =>
      type === 'row.committed' && (row as { kind: string }).kind === 'input' ? [(row as { text: string }).text] : [],
    )
    expect(inputs).toEqual(['hello', 'Mind the gap.', 'again', 'and again'])
  })
})

describe('firing', () => {
  it('waits for a hook that is ended, and leaves nothing of it', async () => {
    const { code, stdout } = await place.belay(
      ['fire', 'guard.onOutput', ...hook('listens-for-ever'), '--json'],
      '{"ans":"Done."}',
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout).verdicts).toEqual([
      expect.objectContaining({ late: true, error: { kind: 'timeout', message: 'no answer within 300 ms' } }),
    ])
  })
})

describe('an interruption while a hook that only listens still works', () => {
  it('ends it with its program, and that is on record', async () => {
    const program = hanging('hangs', 'exit 0')
    const { child, ended } = place.start([...run, ...program.attach, '--json'])
    child.stderr?.once('data', () => child.kill('SIGINT'))
    const { code, stdout } = await ended
    expect(code).toBe(130)
    expect(isAlive(program.pid())).toBe(false)
    const end = jsonLines(stdout).at(-1)
    expect(end).toMatchObject({ type: 'turn', status: 'completed' })
    const kept = jsonLines((await place.belay(['sessions', 'events', String(end?.session)])).stdout)
    expect(verdictsIn(kept)).toEqual([expect.objectContaining({ hook: 'notify', late: true, status: 'failed' })])
  })

  it('waits for a program that does not obey, and a second one does not', async () => {
    const program = hanging('stays', `: > ${join(place.workspace, 'told')}`)
    const { child, ended } = place.start([...run, ...program.attach])
    child.stderr?.once('data', () => child.kill('SIGINT'))
    const watcher = watch(place.workspace, (_, name) => name === 'told' && child.kill('SIGINT'))
    expect((await ended).code).toBe(130)
    watcher.close()
    const alive = isAlive(program.pid())
    if (alive) process.kill(-program.pid(), 'SIGKILL')
    expect(alive).toBe(true)
  })
})
