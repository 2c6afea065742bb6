/** Every call, in every depth, passes the hooks and ends in one event: in running turns under hook files in their worker. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { hookFile, openScene, type Scene } from '../testing/scene'
import { asked, ended, until } from '../testing/until'

const run = (command: string, more: object = {}) => ({ name: 'run', args: { command, ...more } })
const heardIn = ({ workspace }: Scene): readonly { readonly [key: string]: unknown }[] =>
  readFileSync(join(workspace, 'heard'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('23-subagent-calls-skip-hooks', () => {
  const denies = hookFile(
    'denies',
    ['tools.before', 'agent.start', 'agent.stop'],
    `const { point, call } = input
    const who = { session: t.sessionId, agent: t.agent, spawned: t.spawned }
    appendFileSync(t.workspace + '/heard', JSON.stringify({ point, ...who, name: call?.name, command: call?.args.command }) + '\\n')
    return String(call?.args.command).includes('forbidden-marker') ? t.deny('blocked everywhere') : t.useDefault`,
  )
  const spawn = (name: string) => ({ calls: [{ name: 'agents.spawn', args: { name, prompt: 'do the job' } }] })
  const marker = (depth: number) => ({ calls: [run(`forbidden-marker ${depth}`)] })
  const script = {
    steps: [marker(0), spawn('worker'), spawn('outer'), { text: 'done' }, { text: 'done' }, { text: 'done' }],
    agents: {
      worker: [marker(1), { text: 'done' }],
      outer: [spawn('inner'), { text: 'done' }, { text: 'done' }],
      inner: [marker(2), { text: 'done' }],
    },
  }

  it('a call of a child, and of a child of a child, is refused like one of the session itself', async () => {
    const scene = await openScene({ script, hooks: { denies }, attach: [{ hook: 'denies' }] })
    await scene.turn('go')
    for (let known = 0, seen: readonly SessionId[] = []; known < 4; known = seen.length) {
      seen = (await scene.belay.sessions()).map(({ id }) => id)
      for (const id of seen) await until(scene.belay, id, ended)
    }
    const heard = heardIn(scene)
    const markers = heard.filter(({ command }) => String(command).includes('forbidden-marker'))
    expect(markers.map(({ agent, spawned, command }) => [agent, spawned, command]).sort()).toEqual([
      ['inner', true, 'forbidden-marker 2'],
      ['main', false, 'forbidden-marker 0'],
      ['worker', true, 'forbidden-marker 1'],
    ])
    const spawns = heard.filter(({ name }) => name === 'agents.spawn')
    expect(spawns.map(({ agent }) => agent).sort()).toEqual(['main', 'main', 'outer'])
    for (const agent of ['worker', 'outer', 'inner']) {
      const own = heard.filter((each) => each.agent === agent).map(({ point }) => point)
      expect(own[0]).toBe('agent.start')
      expect(own.slice(1).includes('agent.start')).toBe(false)
      expect(own.at(-1)).toBe('agent.stop')
    }
    const all = await scene.belay.sessions()
    const results = await Promise.all(all.map(({ id }) => resultsOf(scene, id)))
    expect(results.flat().filter((text) => text === 'refused by denies: blocked everywhere')).toHaveLength(3)
  })

  async function resultsOf({ belay }: Scene, id: SessionId): Promise<readonly string[]> {
    const events = await until(belay, id, ended)
    return events.flatMap((event) =>
      event.type === 'row.committed' && event.row.kind === 'result' ? [event.row.content] : [],
    )
  }
})

describe('24-every-call-ends-in-one-event', () => {
  const guard = hookFile(
    'guard',
    ['tools.before'],
    `const { command } = input.call.args
    if (command === 'rm a') return t.deny('not here')
    return command === 'touch b' ? t.ask('May it?') : t.useDefault`,
  )
  const listens = hookFile(
    'listens',
    ['tools.after'],
    `const { id, isError, content } = input.result
    appendFileSync(t.workspace + '/heard', JSON.stringify({ id, isError, content, before: input.startedMs <= input.finishedMs }) + '\\n')`,
  )
  const endings = [
    ['success', run('echo fine'), false, /^fine/],
    ['exit code 1', run('false'), true, /exit code 1/],
    ['a program that there is not', run('no-such-program'), true, /no-such-program/],
    ['arguments that do not fit', { name: 'run', args: { command: 5 } }, true, /command/],
    ['denied by a hook', run('rm a'), true, /^refused by guard: not here$/],
    ['denied by the person', run('touch b'), true, /^denied by the person: no thanks$/],
    ['out of time', run('sleep 20', { timeoutMs: 100 }), true, /100 ms|time/],
    ['stopped by the person', run('sleep 30'), true, /^stopped by the person while it ran/],
  ] as const

  it('eight endings are heard of once each, a success only for the success, and a refusal names who refused', async () => {
    const calls = endings.map(([, call]) => call)
    const scene = await openScene({
      ...{
        script: { steps: [{ calls }] },
        hooks: { guard, listens },
        attach: [{ hook: 'guard' }, { hook: 'listens' }],
      },
    })
    const { belay, id } = scene
    await belay.send(id, 'go')
    const question = (await until(belay, id, asked)).findLast(asked)
    if (question?.type !== 'question.opened') throw new Error('nothing was asked')
    await belay.answer(id, question.question.id, { say: 'deny', reason: 'no thanks' })
    let started = 0
    await until(belay, id, (event) => {
      // What was refused never starts: the last of five that do is the one to stop.
      if (event.type === 'span.changed' && 'belay.tool.started_at' in event.attributes) started += 1
      return started === 5
    })
    await belay.stop(id)
    const events = await until(belay, id, ended)
    const ids = events.flatMap((event) =>
      event.type === 'row.committed' && event.row.kind === 'reply' ? event.row.calls.map((call) => call.id) : [],
    )
    const heard = heardIn(scene)
    expect(heard.map((each) => each.id)).toEqual(ids)
    expect(heard.every(({ before }) => before)).toBe(true)
    for (const [index, [what, , isError, content]] of endings.entries()) {
      expect([what, heard[index]?.isError]).toEqual([what, isError])
      expect(heard[index]?.content).toMatch(content)
    }
  })
})
