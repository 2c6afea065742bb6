/** `belay trace --why`, `belay shadow` and `belay hooks check`, as people read them: a real turn, and all that is printed of it. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallWhy, Operations } from '@belay/api'
import type { SessionId } from '@belay/trace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixtures, makePlace } from '../testing/belay'
import { servePlace } from '../testing/serve-place'

const place = makePlace()
const fixture = (name: string) => join(fixtures, 'hooks', `${name}.ts`)
const passing = join(place.workspace, 'passing.ts')
let belay: Operations
let close: () => Promise<void>
let id: SessionId

beforeAll(async () => {
  const served = await servePlace(place)
  belay = served.belay
  close = served.close
  const rewrite = JSON.stringify({ rules: [{ tool: 'run', find: 'rm -rf build', replace: 'rm -rf build/out' }] })
  const text =
    "import { defineHook } from '@belay/hooks'\nexport default defineHook({ name: 'passing', description: 'Passes.', points: ['tools.before'], run: () => undefined })\n"
  writeFileSync(passing, text)
  const attach = [`rewrite-arguments:${rewrite}`, passing, fixture('ask'), 'add-context:{"text":"Mind the gap."}']
  const options = attach.flatMap((hook) => ['--attach', hook])
  const script = `scripted/${join(fixtures, 'scripts', 'remove-twice.yaml')}`
  const ran = await place.belay([
    'run',
    'Clean up',
    '--model',
    script,
    '--shadow',
    'block-commands',
    ...options,
    '--json',
  ])
  const last = JSON.parse(ran.stdout.trimEnd().split('\n').at(-1) ?? '{}') as { session: SessionId }
  id = last.session
})
afterAll(async () => {
  await close()
  place.remove()
})

/** What differs from run to run. */
const plain = (text: string) =>
  text
    .replace(/\b(ses|cal|spn|trn|att)_[0-9a-f]+/g, '$1_…')
    .replace(/ +\d+(\.\d+)? (ms|s)\b/g, ' 0 ms')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'TIME')
    .replaceAll(place.workspace, 'WORKSPACE')
    .trimEnd()
    .split('\n')
const events = async () => {
  const stop = new AbortController()
  for await (const batch of belay.events(id, 0, stop.signal)) {
    stop.abort()
    return batch.events
  }
  return []
}
const read = async (...args: readonly string[]) => plain((await place.belay(args)).stdout)

const ASKED = [
  'run rm -rf build  cal_… in turn 1',
  'Refused by permission: nobody is there to answer: Run rm -rf build/out?',
  '',
  '┌ the model asked for run',
  '│     command: rm -rf build',
  '├ tools.before',
  '│    1 block-commands     shadow 0 ms  in shadow: it would have refused the call: This session refuses `rm -rf`. Do the narrower thing instead, or say what you need and let the person do it.',
  '│    2 rewrite-arguments  part of it 0 ms  rewrote the call',
  '│       - args.command: rm -rf build',
  '│       + args.command: rm -rf build/out',
  '│    3 passing            passed 0 ms  left it to the default',
  '│    4 ask                won 0 ms  asked “Is that right?”',
  '│    · elsewhere: add-context (guard.onInput, context.build)',
  '│   = ask asked “Is that right?”, on the call as it was rewritten; with its shadow hooks enforced: block',
  '├ permission: refused: nobody is there to answer: Run rm -rf build/out?',
  '├ it did not run: refused after 0 ms',
  '├ tools.after',
  '│    · elsewhere: block-commands (tools.before); rewrite-arguments (tools.before); passing (tools.before); ask (tools.before); add-context (guard.onInput, context.build)',
  '│   = no hook stands here: the result as it is',
  '└ the model was told',
  '      refused by permission: nobody is there to answer: Run rm -rf build/out?',
]

describe('belay trace --why', () => {
  it('is a ladder from what the model asked for to what it was told, without colours in a pipe', async () => {
    expect(await read('trace', id, '--why', '1')).toEqual(ASKED)
  })

  it('takes the id of a call, of its span, or the beginning of one', async () => {
    const [found] = await belay.findCalls(id, '1', null)
    if (found === undefined) throw new Error('no call')
    for (const text of [found.call, found.span, found.call.slice(0, -2)])
      expect(await read('trace', id, '--turn', '1', '--why', text)).toEqual(ASKED)
  })

  it('is whole as JSON, and also told of a step', async () => {
    const { stdout } = await place.belay(['trace', id, '--why', '1', '--json'])
    const why = JSON.parse(stdout) as CallWhy
    expect(why).toEqual(JSON.parse(JSON.stringify(await belay.whySpan(id, why.span))))
    const step = (await events()).find((event) => event.type === 'span.started' && event.span.kind === 'step')
    if (step?.type !== 'span.started') throw new Error('no step')
    expect((await read('trace', id, '--why', step.span.id)).slice(1)).toEqual([
      'No hook decided anything about it.',
      '',
      '└ context.build',
      '     5 add-context  passed 0 ms  left it to the default',
      '     · elsewhere: block-commands (tools.before); rewrite-arguments (tools.before); passing (tools.before); ask (tools.before)',
      "    = nobody decided: the loop's own request",
    ])
  })

  it.each([
    [
      'is not there',
      ['nope'],
      /Session ses_… has no call nope; its last ones are cal_… \(run touch again\), cal_… \(run rm -rf build\)\./,
    ],
    ['has no such turn', ['1', '--turn', '7'], /Session ses_… has no turn 7\./],
    ['could be several', ['cal_'], /2 calls begin with cal_: cal_… \(run touch again\), cal_… \(run rm -rf build\)\./],
    ['is a span that is not there', ['spn_nope'], /There is no such span in this session\./],
  ])('says of a call that it %s', async (_, args, sentence) => {
    const { code, stderr } = await place.belay(['trace', id, '--why', ...args])
    expect(code).toBe(2)
    expect(plain(stderr).join('\n')).toMatch(sentence)
  })
})

describe('belay shadow', () => {
  const RECORD = [
    'block-commands is in shadow since TIME: asked 2; it would have: block 1.',
    '  turn 1, tools.before, run rm -rf build → block: This session refuses `rm -rf`. Do the narrower thing instead, or say what you need and let the person do it.',
  ]

  it('says what a hook would have done', async () => {
    expect(await read('shadow', id)).toEqual(RECORD)
    expect(await read('shadow', id, 'ask')).toEqual(['ask was never asked in shadow here.'])
  })

  it('is said before a hook is promoted, which has an undo of its own', async () => {
    expect(await read('mode', id, 'block-commands', 'enforce')).toEqual([
      ...RECORD,
      'block-commands is obeyed from the next turn on.',
    ])
    expect(await read('undo', id)).toEqual(['Undone: promote block-commands to enforce'])
  })

  it('refuses where nothing is in shadow', async () => {
    const { id: other } = await belay.createSession({ workspace: place.workspace })
    const { code, stderr } = await place.belay(['shadow', other])
    expect([code, plain(stderr)]).toEqual([2, ['belay: No hook of session ses_… is in shadow.']])
  })
})

describe('belay trace', () => {
  it('has a line of its own for a hook that does not run', async () => {
    rmSync(passing)
    const script = `scripted/${join(fixtures, 'scripts', 'answer.yaml')}`
    await place.belay(['run', 'Again', '--session', id, '--model', script])
    const { stdout } = await place.belay(['trace', id])
    expect(stdout).toMatch(/^ {2}passing +enforce .*$/m)
    expect(plain(stdout).slice(-2)).toEqual(['does not run:', expect.stringMatching(/^ {2}passing: .+/)])
  })
})

describe('belay hooks check', () => {
  const broken = join(fixtures, 'hooks', 'does-not-load.ts')

  it('says what is wrong, with file and line, and exits with 1', async () => {
    const { code, stdout } = await place.belay(['hooks', 'check', fixture('ask'), broken, '--json'])
    const { hooks, diagnostics } = JSON.parse(stdout) as { hooks: unknown[]; diagnostics: unknown[] }
    expect([code, hooks.length]).toEqual([1, 2])
    expect(diagnostics).toEqual([
      { file: broken, line: 6, path: null, severity: 'error', message: expect.stringMatching(/\S/) },
    ])
    const told = await place.belay(['hooks', 'check', broken])
    expect(told.code).toBe(1)
    expect(told.stdout).toMatch(/does-not-load\.ts:6: .+\n1 hook, 1 mistake\.\n$/)
  })

  it('takes folders, and finds nothing wrong with what is fine', async () => {
    const folder = join(place.workspace, 'hooks')
    mkdirSync(folder)
    for (const name of ['ask', 'block']) copyFileSync(fixture(name), join(folder, `${name}.ts`))
    const fine = await place.belay(['hooks', 'check', 'hooks'])
    expect([fine.code, fine.stdout]).toEqual([0, '2 hooks, nothing wrong.\n'])
    const absent = await place.belay(['hooks', 'check', 'nope.ts'])
    expect(absent.code).toBe(1)
    expect(absent.stdout).toMatch(/nope\.ts: .+\n1 hook, 1 mistake\.\n$/)
  })
})
