import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookFacts, PointEvents } from '@belay/hooks'
import { callId, type JsonObject, type PointId, type Verdict } from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { builtIns } from '../testing/built-ins'

let folder: string
let hooks: ReturnType<typeof builtIns>
const world = () => ({ environment: { PATH: `${folder}:${process.env.PATH}`, MAIL_TOKEN: 'x' } })
beforeEach(() => {
  folder = freshFolder()
  hooks = builtIns({ world: { ...world(), platform: 'linux' } })
  program('tells')
})

/** A program that writes down what it was given. */
function program(name: string, last = 'exit 0') {
  const path = join(folder, name)
  writeFileSync(
    path,
    `#!/bin/sh\n{ for a in "$@"; do printf '[%s]' "$a"; done; cat; echo; } >> ${folder}/heard\n${last}\n`,
  )
  chmodSync(path, 0o755)
}
const heard = () =>
  existsSync(join(folder, 'heard')) ? readFileSync(join(folder, 'heard'), 'utf8').split('\n').slice(0, -1) : []

type Told = { [P in PointId]: { readonly point: P; readonly event: PointEvents[P] } }[PointId]

const done = (ans = 'All tests pass.\nMore.'): Told => ({ point: 'guard.onOutput', event: { ans } })
const failed: Told = { point: 'errors.on', event: { err: '429 slow down' } }

/** Nobody waits for it: what it came to is heard later. */
function tell(told: Told, params: JsonObject = {}, facts: Partial<HookFacts> = {}): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    hooks.ask('notify', params, { ...told, facts: { workspace: '/srv/shop', ...facts }, hear: resolve }).catch(reject)
  })
}
const OWN = { command: ['tells', '--to', 'me'] }

describe('notify', () => {
  it('hands the text to the person’s program, as one argument', async () => {
    expect(await tell(done('It\'s "done"; $(rm -rf x)'), OWN)).toMatchObject({
      late: true,
      error: null,
      decision: 'pass',
    })
    expect(heard()).toEqual(['[--to][me][Done: It\'s "done"; $(rm -rf x)]'])
  })

  it('or on its input', async () => {
    await tell(failed, { ...OWN, text: 'stdin' })
    expect(heard()[0]).toBe('[--to][me]A model call failed: 429 slow down')
  })

  it.each<[string, Told, JsonObject, Partial<HookFacts>, string[]]>([
    ['an answer, on one line', done(), {}, {}, ['Done: All tests pass. More.']],
    ['without its words', done(), { words: false }, {}, ['Done']],
    ['a long answer', done('x'.repeat(500)), {}, {}, [`Done: ${'x'.repeat(200)}…`]],
    ['a child', done(), {}, { spawned: true, agent: 'scout' }, []],
    [
      'a child that is to tell',
      done(),
      { children: true },
      { spawned: true, agent: 'scout' },
      ['Done (scout): All tests pass. More.'],
    ],
  ])('%s', async (_what, told, params, facts, said) => {
    await tell(told, { command: ['tells'], ...params }, facts)
    expect(heard()).toEqual(said.map((text) => `[${text}]`))
  })

  it('a child that is about to stop, not one that goes on', async () => {
    const stop = (calls: number): Told => ({
      point: 'agent.stop',
      event: {
        reply: {
          text: 'Found it.',
          calls: Array.from({ length: calls }, () => ({ id: callId('c'), name: 'run', args: {} })),
        },
        held: 0,
        active: false,
      },
    })
    const child = { spawned: true, agent: 'scout' }
    await tell(stop(1), { ...OWN, children: true }, child)
    expect(heard()).toEqual([])
    await tell(stop(0), { ...OWN, children: true }, child)
    expect(heard()).toEqual(['[--to][me][Child scout is done: Found it.]'])
  })

  it('what comes too soon is only counted', async () => {
    await tell(done('1'), OWN)
    await tell(done('2'), OWN)
    await tell(done('3'), OWN)
    await tell(done('4'), OWN, { sessionId: 'ses_2' })
    await tell(failed, OWN)
    await tell(done('5'), { ...OWN, everyMs: 0 })
    expect(heard()).toEqual([
      '[--to][me][Done: 1]',
      '[--to][me][Done: 4]',
      '[--to][me][A model call failed: 429 slow down]',
      '[--to][me][Done: 5 (and 2 more since the last)]',
    ])
  })

  it('by itself it uses what the desktop has, with nothing that is read as markup or a flag', async () => {
    program('notify-send')
    program('osascript')
    await tell(done('a <b> & c'))
    hooks = builtIns({ world: { ...world(), platform: 'darwin' } })
    await tell(done('a <b> & c'))
    expect(heard()).toEqual([
      '[--app-name=Belay][--][Belay: shop][Done: a &lt;b&gt; &amp; c]',
      '[-e][on run argv][-e][display notification (item 1 of argv) with title (item 2 of argv)][-e][end run][Done: a <b> & c][Belay: shop]',
    ])
  })

  it('where nothing shows notes, it says so', async () => {
    hooks = builtIns({ world: { platform: 'linux', environment: { PATH: '/nowhere' } } })
    expect((await tell(done())).notes).toEqual([
      'nothing on this machine shows notes (there is no program notify-send): install it, or name a program as `command`',
    ])
    hooks = builtIns({ world: { ...world(), platform: 'freebsd' } })
    expect((await tell(done())).notes).toEqual(['nothing on this machine shows notes: name a program as `command`'])
  })

  it('a program that fails is a failure on its record', async () => {
    program('fails', 'echo no bus; exit 3')
    expect(await tell(done(), { command: ['fails'] })).toMatchObject({
      status: 'failed',
      error: { message: 'Error: fails did not tell: exit code 3: no bus' },
    })
    expect((await tell(done(), { command: ['not-there'], everyMs: 0 })).error?.message).toMatch(
      /there is no program not-there/,
    )
  })

  it('sends no secret that the record masks, nor the part of one that is left by the cut', async () => {
    const token = `ghp_${'a1'.repeat(18)}`
    await tell(done(`it is ${token}, DB_PASSWORD=hunter2`), OWN)
    await tell(done(`${'x'.repeat(190)} ${token}`), { ...OWN, everyMs: 0 })
    expect(heard().join()).not.toMatch(/ghp_|hunter2/)
    hooks = builtIns({ world: { ...world(), mask: (text) => text.replaceAll('plum', '[masked]') } })
    await tell(done('a plum'), OWN)
    await tell({ point: 'errors.on', event: { err: 'no plum' } }, OWN)
    expect(heard().slice(-2)).toEqual(['[--to][me][Done: a [masked]]', '[--to][me][A model call failed: no [masked]]'])
  })

  it('a program that hangs ends with the library, and says so', async () => {
    program('hangs', "trap 'exit 0' TERM; while :; do sleep 0.05; done")
    const verdicts: Verdict[] = []
    await hooks.ask('notify', { command: ['hangs'] }, { ...done(), hear: (verdict) => verdicts.push(verdict) })
    await hooks.close()
    expect(verdicts[0]?.error?.message).toBe('Error: hangs did not tell: it was ended')
  })

  it('a dry run tells nobody', async () => {
    expect((await tell(done('x'), OWN, { dryRun: true })).notes).toEqual(['would say: Done: x'])
    expect(heard()).toEqual([])
  })
})
