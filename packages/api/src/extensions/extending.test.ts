/** Switching extensions of a session: with the real loop, log and database; the extensions are the test's. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelRequest } from '@belay/agent'
import { defineExtension, EMPTY, type Extension, type Plugin } from '@belay/host'
import type { SessionId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TestStep, TestWorld } from '../testing/make-world'
import { turn } from '../testing/programmed'
import { ended, logOf, until } from '../testing/until'
import { freshFolder, openTest, testTool } from '../testing/world'
import type { Installed } from './session-extensions'

const answer = async () => ({ content: 'done', isError: false, facts: {} })
const ext = (name: string, plugins: readonly Plugin[], more: Partial<Extension> = {}): Extension => ({
  ...defineExtension({ name, description: `what ${name} does`, plugins }),
  ...more,
})
const brings = (...names: readonly string[]): Plugin => ({
  kind: 'tool',
  tools: () => names.map((name) => testTool(name, answer)),
  instructions: `How ${names.join()} is used.`,
})
const says = (name: string, text: string): Plugin => ({ kind: 'context', name, load: () => text })
const off = (extension: Extension): Installed => ({ extension, byDefault: false })
const on = (extension: Extension): Installed => ({ extension, byDefault: true })

async function scene(installed: readonly Installed[], more: TestWorld = {}) {
  const requests: ModelRequest[] = []
  const home = more.home ?? freshFolder()
  const steps = Array.from({ length: 20 }, (): TestStep => ({ text: 'Fine.' }))
  const belay = await openTest({ steps, onRequest: (request) => requests.push(request), ...more, home, installed })
  const workspace = freshFolder('work')
  const session = async () => (await belay.createSession({ workspace, permission: 'auto' })).id
  const rules = async (id: SessionId) => (await belay.composition(id)).extensions
  const last = () => requests.at(-1) ?? expect.fail()
  return { belay, home, session, rules, requests, last }
}

const said = ({ messages }: ModelRequest) =>
  messages.flatMap((message) => (message.role === 'user' ? [message.text] : []))

describe('switching one on', () => {
  it('brings what it has to that session alone; the conversation stays, and the model is told once', async () => {
    const work = ext('work', [brings('work.add'), says('open items', 'Mend the roof.')])
    const { belay, session, rules, last } = await scene([off(work)])
    const [one, other] = [await session(), await session()]
    await turn(belay, one)
    const before = (await logOf(belay, one)).filter(({ type }) => type === 'row.committed')
    const system = last().system
    await belay.setExtension(one, 'work', true)
    expect([await rules(one), await rules(other)]).toEqual([['tools', 'work'], ['tools']])
    expect((await logOf(belay, one)).filter(({ type }) => type === 'row.committed')).toEqual(before)
    await turn(belay, one)
    expect(last().tools.map(({ name }) => name)).toEqual(['work.add'])
    // The cached prefix stays; what is new is in the history.
    expect(last().system).toBe(system)
    const told = said(last()).filter((text) => text.includes('has changed'))
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('Tools – new: work.add.')
    expect(told[0]).toContain('New open items (work):\nMend the roof.')
    await turn(belay, one)
    expect(said(last()).filter((text) => text.includes('has changed'))).toHaveLength(1)
    await turn(belay, other)
    expect(last().tools).toEqual([])
    expect(said(last()).join()).not.toContain('has changed')
  })

  it('and off again takes it away, while another session runs a turn', async () => {
    let release: () => void = () => undefined
    const hold = new Promise<void>((resolve) => {
      release = resolve
    })
    const work = ext('work', [brings('work.add')])
    const { belay, session, rules, last } = await scene([on(work)], {
      steps: [{ text: 'Fine.' }, { text: 'wait', hold }, { text: 'Fine.' }],
    })
    const [one, busy] = [await session(), await session()]
    await turn(belay, one)
    await belay.send(busy, 'go')
    await until(belay, busy, ({ type }) => type === 'turn.started')
    await belay.setExtension(one, 'work', false)
    expect([await rules(one), await rules(busy)]).toEqual([['tools'], ['tools', 'work']])
    await expect(belay.setExtension(busy, 'work', false)).rejects.toThrow(/^A turn of this session is not over yet/)
    release()
    await until(belay, busy, ended)
    await turn(belay, one)
    expect(last().tools).toEqual([])
    expect(said(last()).join()).toContain('Tools – gone: work.add.')
  })

  it('is undone and redone with all that it brought', async () => {
    const hooks = [
      { extension: 'work', name: 'guard', points: ['tools.before'], version: '1', timeoutMs: 1_000 },
    ] as const
    const brought = hooks.map((hook) => ({ ...hook, recheck: false, observe: false, ask: () => undefined }))
    const { belay, session, rules, last } = await scene([
      off(ext('work', [brings('work.add'), { kind: 'hook', hooks: () => brought }])),
    ])
    const id = await session()
    await turn(belay, id)
    const named = async () => (await belay.composition(id)).hooks.map(({ hook }) => hook)
    await belay.setExtension(id, 'work', true)
    expect(await named()).toEqual(['work/guard'])
    await belay.undo(id)
    expect([await rules(id), await named()]).toEqual([['tools'], []])
    await turn(belay, id)
    expect(last().tools).toEqual([])
    await belay.redo(id)
    await turn(belay, id)
    expect(last().tools.map(({ name }) => name)).toEqual(['work.add'])
    expect(await named()).toEqual(['work/guard'])
  })

  it('brings what it requires, and the list says who needs whom', async () => {
    const { belay, session, rules } = await scene([
      off(ext('a', [], { requires: ['b'] })),
      off(ext('b', [brings('t')])),
    ])
    const id = await session()
    await belay.setExtension(id, 'a', true)
    expect(await rules(id)).toEqual(['tools', 'a', 'b'])
    await expect(belay.setExtension(id, 'b', false)).rejects.toThrow('a requires b: disable it first.')
    const listed = await belay.extensions(id)
    expect(listed.find(({ name }) => name === 'b')).toMatchObject({
      enabled: true,
      requiredBy: ['a'],
      brings: { tools: ['t'] },
    })
  })
})

describe('where it can not be', () => {
  const opens = (log: string[], name: string, more: Partial<typeof EMPTY> = {}): Plugin => ({
    kind: 'managed',
    prepare: async () => {
      log.push(`open ${name}`)
      return { ...EMPTY, close: async () => void log.push(`close ${name}`), ...more }
    },
  })
  const strict = z.object({ most: z.number().default(1) })

  it.each<[string, Extension, RegExp]>([
    [
      'it fails to get ready',
      ext('bad', [{ kind: 'managed', prepare: () => Promise.reject(new Error('no such server')) }]),
      /^bad: no such server\. Everything is as it was\. Mend it, or switch bad off\.$/,
    ],
    [
      'a name clashes',
      ext('bad', [brings('live.tool')]),
      /^live and bad both have a tool called live\.tool\. Everything is as it was/,
    ],
    [
      'its settings are wrong',
      ext('bad', [], { settings: strict }),
      /^extensions\.json: bad\.most: .*Everything is as it was/,
    ],
    [
      'it requires what is not installed',
      ext('bad', [], { requires: ['nowhere'] }),
      /^bad can't be used: it requires nowhere/,
    ],
  ])('since %s, the old composition works on and the reason is told', async (_, bad, reason) => {
    const log: string[] = []
    const { belay, home, session, rules, last } = await scene([
      on(ext('live', [brings('live.tool'), opens(log, 'live')])),
      off(bad),
    ])
    const id = await session()
    await turn(belay, id)
    if (bad.settings !== null) writeFileSync(join(home, 'extensions.json'), '{ "bad": { "most": "many" } }')
    await expect(belay.setExtension(id, 'bad', true)).rejects.toThrow(reason)
    expect(await rules(id)).toEqual(['tools', 'live'])
    // What was made ready beside it is closed, and the live one is not.
    expect(log.filter((line) => line === 'close live')).toHaveLength(
      log.filter((line) => line === 'open live').length - 1,
    )
    await turn(belay, id)
    expect(last().tools.map(({ name }) => name)).toEqual(['live.tool'])
  })

  it('what one requires since a person chose it comes along', async () => {
    const facts = ext('facts', [brings('facts.find')])
    const vendor = (requires: readonly string[]) => ext('vendor', [brings('vendor.ask')], { requires })
    const before = await scene([off(facts), off(vendor([]))])
    const id = await before.session()
    await before.belay.setExtension(id, 'vendor', true)
    await turn(before.belay, id)
    expect(before.last().tools.map(({ name }) => name)).toEqual(['vendor.ask'])
    await before.belay.close()
    const { belay, last, rules } = await scene([off(facts), off(vendor(['facts']))], { home: before.home })
    await turn(belay, id)
    expect(last().tools.map(({ name }) => name)).toEqual(['facts.find', 'vendor.ask'])
    expect(await rules(id)).toEqual(['tools', 'facts', 'vendor'])
  })

  it('a required one stays, and an unknown one is named with the nearest', async () => {
    const { belay, session } = await scene([off(ext('paperclips', []))])
    const id = await session()
    await expect(belay.setExtension(id, 'tools', false)).rejects.toThrow('tools is required and stays on.')
    await expect(belay.setExtension(id, 'paperclip', true)).rejects.toThrow('did you mean paperclips?')
    await expect(belay.createSession({ workspace: freshFolder(), enable: ['nothing'] })).rejects.toThrow(
      'There is no extension nothing.',
    )
  })

  it('one that throws as it is closed is told of, and the other one rules', async () => {
    const lines: string[] = []
    const stuck: Plugin = {
      kind: 'managed',
      prepare: async () => ({ ...EMPTY, close: () => Promise.reject(new Error('stuck')) }),
    }
    const { belay, session, rules } = await scene([on(ext('sticky', [stuck]))], { log: (line) => lines.push(line) })
    const id = await session()
    await turn(belay, id)
    await belay.setExtension(id, 'sticky', false)
    expect(await rules(id)).toEqual(['tools'])
    expect(lines).toContain('sticky could not be closed: Error: stuck')
  })

  it('a turn that can not have its extensions says why, and can again once they are switched off', async () => {
    const { belay, home, session } = await scene([on(ext('strict', [], { settings: strict }))])
    const id = await session()
    writeFileSync(join(home, 'extensions.json'), '{ "strict": { "most": [] } }')
    const failed = await turn(belay, id)
    expect(failed.end).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/strict\.most.*switch strict off/),
    })
    await belay.setExtension(id, 'strict', false)
    expect((await turn(belay, id)).end.status).toBe('completed')
  })
})

it('a session without a choice of its own gets what is on by default later; one with a choice does not', async () => {
  const home = freshFolder()
  const first = await scene([off(ext('a', []))], { home })
  const [plain, chosen] = [await first.session(), await first.session()]
  await first.belay.setExtension(chosen, 'a', true)
  await turn(first.belay, plain)
  await first.belay.close()
  const second = await scene([off(ext('a', [])), on(ext('new', []))], { home })
  await turn(second.belay, plain)
  await turn(second.belay, chosen)
  expect([await second.rules(plain), await second.rules(chosen)]).toEqual([
    ['tools', 'new'],
    ['tools', 'a'],
  ])
})
