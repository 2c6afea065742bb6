import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from '@belay/trace'
import { afterAll, describe, expect, it } from 'vitest'
import { fixtures, makePlace } from '../testing/belay'

const place = makePlace()
afterAll(place.remove)

const hook = (name: string) => join(fixtures, 'hooks', `${name}.ts`)
const event = JSON.stringify({ call: { name: 'files.read', args: { x: 0 } } })

async function fire(hooks: readonly string[], more: readonly string[]): Promise<Outcome> {
  const attach = hooks.flatMap((name) => ['--attach', hook(name)])
  const { code, stdout, stderr } = await place.belay(['fire', 'tools.before', ...attach, ...more, '--json'], event)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as Outcome
}

const x = (value: number) => ({ name: 'files.read', args: { x: value } })

interface Row {
  readonly hooks: readonly string[]
  readonly outcome: object
  readonly chain: object
  /** What the person is told of hooks that did not prevail. */
  readonly notes: readonly RegExp[]
}

const asked = { decision: 'ask', carried: { question: 'Is that right?' }, value: expect.objectContaining(x(2)) }
const blocked = { decision: 'block', reason: 'never' }
const rewritten = (value: number) => ({ decision: 'rewrite', value: expect.objectContaining(x(value)) })

const rows: readonly [sentence: string, row: Row][] = [
  [
    'A rewrites x=1, B rewrites x=2: the first wins, in a chain the last',
    {
      hooks: ['rewrite-x1', 'rewrite-x2'],
      outcome: rewritten(1),
      chain: rewritten(2),
      notes: [/rewrite-x2: its rewrite was not used/],
    },
  ],
  [
    'A rewrites x=1, B sees x=1 and blocks: a block with the reason of B',
    {
      hooks: ['rewrite-x1', 'block-x1'],
      outcome: { decision: 'block', reason: 'x is 1' },
      chain: { decision: 'block', reason: 'x is 1' },
      notes: [],
    },
  ],
  [
    'A blocks, B rewrites: a block with the reason of A, and B was asked',
    { hooks: ['block', 'rewrite-x2'], outcome: blocked, chain: blocked, notes: [] },
  ],
  [
    'A asks, B rewrites: a question that shows the arguments of B',
    { hooks: ['ask', 'rewrite-x2'], outcome: asked, chain: asked, notes: [] },
  ],
  ['A asks, B blocks: a block', { hooks: ['ask', 'block'], outcome: blocked, chain: blocked, notes: [] }],
  [
    'A crashes, B rewrites: the rewrite of B and a note about A',
    { hooks: ['crash', 'rewrite-x2'], outcome: rewritten(2), chain: rewritten(2), notes: [/crash.*it broke/] },
  ],
  [
    'A halts, B halts: the reason of A',
    { hooks: ['halt-a', 'halt-b'], outcome: { halt: 'A says stop' }, chain: { halt: 'A says stop' }, notes: [] },
  ],
]

describe('belay fire: the outcomes of the combining table', () => {
  it.each(rows)('%s', async (_, { hooks, outcome, chain, notes }) => {
    const first = await fire(hooks, [])
    expect(first).toMatchObject(outcome)
    expect(first.verdicts.map((verdict) => verdict.hook)).toEqual(hooks)
    expect(first.verdicts.every((verdict) => verdict.status !== 'not_asked')).toBe(true)
    for (const note of notes) expect(first.notes.join('\n')).toMatch(note)
    expect(await fire(hooks, ['--rewrites', 'chain'])).toMatchObject(chain)
  })
})

describe('belay fire', () => {
  it('asks in the order of the command line, across --attach and --shadow, and obeys no shadow', async () => {
    const args = ['--shadow', hook('block'), '--attach', hook('rewrite-x1'), '--shadow', hook('rewrite-x2')]
    const outcome = await fire([], args)
    expect(outcome).toMatchObject({ ...rewritten(1), wouldBe: 'block' })
    expect(outcome.verdicts.map(({ hook, mode }) => [hook, mode])).toEqual([
      ['block', 'shadow'],
      ['rewrite-x1', 'enforce'],
      ['rewrite-x2', 'shadow'],
    ])
  })

  it('stops at the first block where that is wanted, and exits with 3 where that is', async () => {
    const hooks = ['--attach', hook('block'), '--attach', hook('rewrite-x1')]
    const args = ['fire', 'tools.before', ...hooks, '--stop-at-first-block', '--exit-code', '--json']
    const { code, stdout } = await place.belay(args, event)
    expect(code).toBe(3)
    expect((JSON.parse(stdout) as Outcome).verdicts[1]).toMatchObject({ notAsked: 'stopped at first block' })
  })

  it('fails closed where a person chose that', async () => {
    expect(await fire(['crash'], ['--on-failure', 'crash=closed'])).toMatchObject({ decision: 'block' })
  })

  it('is a table for people', async () => {
    const hooks = ['--attach', hook('rewrite-x1'), '--attach', hook('block')]
    const { code, stdout } = await place.belay(['fire', 'tools.before', ...hooks], event)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^tools\.before: block by block: never\n/)
    expect(stdout).toMatch(/1 {2}rewrite-x1 +enforce +rewrite/)
    expect(stdout).toMatch(/2 {2}block +enforce +block .* never/)
  })
})

describe('--live', () => {
  it('lets the tools and the store of a hook act; without it they change nothing', async () => {
    const file = join(place.workspace, 'acting.ts')
    writeFileSync(
      file,
      `import { defineHook } from '@belay/hooks'
export default defineHook({
  name: 'acting',
  description: 'Counts, and looks.',
  points: ['guard.onInput'],
  async run(t) {
    const seen = Number((await t.store.get('seen')) ?? 0)
    await t.store.set('seen', seen + 1)
    const { content } = await t.tool('files.ls', { path: '.' }).catch((error) => ({ content: error.message }))
    return t.note(seen + ' ' + content)
  },
})`,
    )
    const note = async (...more: readonly string[]) => {
      const args = ['fire', 'guard.onInput', '--attach', file, '--workspace', place.workspace, ...more, '--json']
      const { stdout } = await place.belay(args, JSON.stringify({ msg: 'hi' }))
      return (JSON.parse(stdout) as Outcome).notes
    }
    expect(await note()).toEqual(['acting: 0 t.tool was refused: this is a dry run, which changes nothing'])
    expect(await note('--live')).toEqual([expect.stringMatching(/^acting: 0 [\s\S]*acting\.ts/)])
    expect(await note()).toEqual([expect.stringMatching(/^acting: 1 /)])
  })
})
