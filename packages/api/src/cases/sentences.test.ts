/** Sentences of `hooks.md` that only whole sessions show: what is told across turns, processes and children. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EventOf, foldAll, type SessionId, type TraceEvent } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { openBelay } from '../composition-root'
import type { Operations } from '../operations'
import { hookFile, openScene, type Scene, write } from '../testing/scene'
import { ended, logOf, until } from '../testing/until'
import { afterTest } from '../testing/world'

const linesOf = ({ workspace }: Scene, file = 'heard'): readonly string[] =>
  readFileSync(join(workspace, file), 'utf8').trim().split('\n')
const verdictsOf = (events: readonly TraceEvent[]) =>
  events.filter((event): event is EventOf<'verdict'> => event.type === 'verdict').map(({ verdict }) => verdict)

/** The same home in another process, as far as sessions can tell. */
async function reopen({ belay, home }: Scene): Promise<Operations> {
  await belay.close()
  const again = await openBelay({ home })
  afterTest(() => again.close())
  return again
}

async function turnIn(belay: Operations, id: SessionId, text: string): Promise<readonly TraceEvent[]> {
  const before = (await logOf(belay, id)).at(-1)?.seq ?? 0
  await belay.send(id, text)
  return until(belay, id, ended, before)
}

describe('session.start', () => {
  const starts = hookFile('starts', ['session.start'], `appendFileSync(t.workspace + '/heard', input.source + '\\n')`)
  const long = { text: 'word '.repeat(200), turn: true }
  const script = { steps: [long, long, long, long, long], summaries: [{ text: 'In short.' }] }

  it('is asked once before the first turn, again once the session was loaded anew, and where it was summed up', async () => {
    const scene = await openScene({ script, hooks: { starts }, attach: [{ hook: 'starts' }] })
    await scene.turn('one')
    await scene.turn('two')
    expect(linesOf(scene)).toEqual(['startup'])
    const again = await reopen(scene)
    // What a page asks for when it is opened is none of it.
    await again.session(scene.id)
    await again.composition(scene.id)
    await logOf(again, scene.id)
    expect(linesOf(scene)).toEqual(['startup'])
    await turnIn(again, scene.id, 'three')
    await turnIn(again, scene.id, 'four')
    expect(linesOf(scene)).toEqual(['startup', 'resume'])
    await again.compact(scene.id)
    await turnIn(again, scene.id, 'five')
    expect(linesOf(scene)).toEqual(['startup', 'resume', 'compact'])
  })
})

describe('a child session', () => {
  const spawn = { calls: [{ name: 'agents.spawn', args: { name: 'scout', prompt: 'look around' } }] }
  const run = (command: string) => ({ calls: [{ name: 'run', args: { command } }] })
  const script = {
    steps: [spawn, { text: 'I wait.' }, { text: 'I see.' }],
    agents: { scout: [run('echo marker'), { text: 'All is well.' }] },
  }

  it('that a hook halts has ended, and its parent is told; the parent goes on', async () => {
    const halts = hookFile(
      'halts',
      ['tools.before'],
      `return input.call.args.command === 'echo marker' ? t.halt('far enough') : t.useDefault`,
    )
    const scene = await openScene({ script, hooks: { halts }, attach: [{ hook: 'halts' }] })
    await scene.belay.send(scene.id, 'go')
    const events = await until(
      scene.belay,
      scene.id,
      (event) => event.type === 'turn.ended' && event.answer === 'I see.',
    )
    const child = (await scene.belay.sessions()).find(({ parent }) => parent === scene.id)
    expect(child?.status).toBe('halted')
    const mail = foldAll(events).rows.find((row) => row.kind === 'input' && row.origin === 'mail')
    expect(mail).toMatchObject({ from: 'scout', text: expect.stringContaining('far enough') })
    expect(foldAll(events).turns.map(({ status }) => status)).toEqual(['completed', 'completed'])
  })

  it('answers by mail, which passes guard.onInput as mail', async () => {
    const hears = hookFile(
      'hears',
      ['guard.onInput'],
      `appendFileSync(t.workspace + '/heard', input.origin + ': ' + input.msg.split('\\n').join(' ') + '\\n')`,
    )
    const scene = await openScene({ script, hooks: { hears }, attach: [{ hook: 'hears' }] })
    await scene.belay.send(scene.id, 'go')
    await until(scene.belay, scene.id, (event) => event.type === 'turn.ended' && event.answer === 'I see.')
    expect([...linesOf(scene)].sort()).toEqual([
      // What the child was told to do, in the child; what it answered, in its parent.
      ...['mail: look around', 'mail: scout answers: All is well.', 'person: go'],
    ])
  })

  it('is judged by the program of its parent', async () => {
    const agents = { scout: [run('sudo reboot'), { text: 'All is well.' }] }
    const scene = await openScene({
      ...{ program: 'house', script: { steps: [{ text: '-' }] } },
      scripts: { large: { ...script, agents } },
    })
    await scene.belay.send(scene.id, 'go')
    await until(scene.belay, scene.id, (event) => event.type === 'turn.ended' && event.answer === 'I see.')
    const child = (await scene.belay.sessions()).find(({ parent }) => parent === scene.id)
    if (child === undefined) throw new Error('there is no child')
    const { rows } = foldAll(await logOf(scene.belay, child.id))
    expect(rows.find((row) => row.kind === 'result')).toMatchObject({
      content: expect.stringContaining('this house refuses "sudo reboot"'),
    })
  })
})

describe('the policy replay', () => {
  it('gives what the hook answered in another process, out loud and with its age', async () => {
    const fragile = hookFile('fragile', ['context.build'], `return { system: 'Be brief.' }`)
    const attach = [{ hook: 'fragile', onFailure: 'replay' }] as const
    const scene = await openScene({
      script: {
        steps: [
          { text: 'a', turn: true },
          { text: 'b', turn: true },
        ],
      },
      ...{ hooks: { fragile }, attach },
    })
    await scene.turn('one')
    const again = await reopen(scene)
    write(join(scene.home, 'hooks/fragile.ts'), hookFile('fragile', ['context.build'], `throw new Error('broke')`))
    const events = await turnIn(again, scene.id, 'two')
    expect(verdictsOf(events)).toMatchObject([{ status: 'replayed', decision: 'rewrite', error: { kind: 'threw' } }])
    const [fallback] = events.filter((event): event is EventOf<'hook.fallback'> => event.type === 'hook.fallback')
    expect(fallback).toMatchObject({ point: 'context.build', hook: 'fragile', error: expect.stringContaining('broke') })
    expect(fallback?.ageMs).toBeGreaterThan(0)
    expect(verdictsOf(events)[0]?.replayedAgeMs).toBe(fallback?.ageMs)
  })
})

describe('the record of a verdict', () => {
  it('holds no secret that a hook said or was handed', async () => {
    const token = `ghp_${'aB3'.repeat(12)}`
    const tells = hookFile('tells', ['tools.before'], `return t.deny('not with ' + input.call.args.command)`)
    const scene = await openScene({
      script: { steps: [{ calls: [{ name: 'run', args: { command: `echo ${token}` } }] }, { text: 'ok' }] },
      ...{ hooks: { tells }, attach: [{ hook: 'tells' }] },
    })
    const { spans } = await scene.turn('go')
    const hooks = [...spans.values()].filter(({ kind }) => kind === 'hook')
    const details = await Promise.all(hooks.map(({ id }) => scene.belay.spanDetail(scene.id, id)))
    const record = (await scene.log()).filter(({ type }) => ['verdict', 'outcome', 'span.started'].includes(type))
    expect(verdictsOf(record)[0]).toMatchObject({ decision: 'block', reason: expect.stringContaining('not with echo') })
    expect(JSON.stringify([record, details])).not.toContain(token)
  })

  it('names the version of the code that answered, also once the file was changed', async () => {
    const before = hookFile('says', ['guard.onInput'], `return t.note('one')`)
    const scene = await openScene({
      script: {
        steps: [
          { text: 'a', turn: true },
          { text: 'b', turn: true },
          { text: 'c', turn: true },
        ],
      },
      ...{ hooks: { says: before }, attach: [{ hook: 'says' }] },
    })
    await scene.turn('one')
    write(join(scene.home, 'hooks/says.ts'), before.replace("'one'", "'two'"))
    await scene.turn('two')
    write(join(scene.home, 'hooks/says.ts'), before)
    await scene.turn('three')
    const [first, second, third] = verdictsOf(await scene.log()).map(({ version, notes }) => [version, notes[0]])
    expect([first?.[1], second?.[1], third?.[1]]).toEqual(['one', 'two', 'one'])
    expect(first?.[0]).toBe(third?.[0])
    expect(first?.[0]).not.toBe(second?.[0])
  })
})

describe('continuations of a session', () => {
  it('are 8 a turn and 25 an hour, whatever work comes in between, and in another process too', async () => {
    const never = hookFile(
      'never',
      ['stop.done'],
      `return input.reply.calls.length > 0 ? t.useDefault : t.block('not yet')`,
    )
    const steps = [{ text: 'done' }, { text: 'done' }, { calls: [{ name: 'run', args: { command: 'echo work' } }] }]
    const scene = await openScene({ script: { steps, loop: true }, hooks: { never }, attach: [{ hook: 'never' }] })
    for (const text of ['one', 'two', 'three']) await scene.turn(text)
    const again = await reopen(scene)
    const ends = foldAll([...(await logOf(again, scene.id)), ...(await turnIn(again, scene.id, 'four'))]).turns
    expect(ends.map(({ status, code }) => [status, code])).toEqual([
      ...Array.from({ length: 3 }, () => ['capped', 'stop_cap']),
      ['capped', 'stop_cap_hour'],
    ])
    const { rows } = foldAll(await logOf(again, scene.id))
    const held = rows.filter((row) => row.kind === 'input' && row.from === 'never')
    expect(held).toHaveLength(25)
    expect(held.filter(({ turn }) => turn === ends.at(-1)?.id)).toHaveLength(1)
  })
})
