/** Hooks of extensions: in this process, through a real turn. */
import { defineExtension } from '@belay/host'
import type { Composition } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { turn } from '../testing/programmed'
import { freshFolder, openTest, testTool } from '../testing/world'
import type { ContributedHook } from './extension-hooks'

const hook = (name: string, more: Partial<ContributedHook> = {}): ContributedHook => ({
  ...{ extension: 'cells', name, points: ['tools.before'], version: '1', timeoutMs: 1_000, recheck: false },
  ...{ observe: false, ask: () => undefined },
  ...more,
})

async function scene(contributed: readonly ContributedHook[]) {
  let now = contributed
  const plugins = [{ kind: 'hook', hooks: () => now }] as const
  const extension = defineExtension({ name: 'cells', description: 'of the test', plugins })
  const call = { calls: [{ name: 'dig', args: { depth: 3 } }] }
  const steps = Array.from({ length: 4 }, () => [call, { text: 'Done.' }]).flat()
  const tools = [testTool('dig', async () => ({ content: 'dug', isError: false, facts: {} }))]
  const home = freshFolder()
  const belay = await openTest({ home, steps, tools, installed: [{ extension, byDefault: true }] })
  const { id } = await belay.createSession({
    workspace: freshFolder('workspace'),
    attach: [{ hook: 'block', params: { text: 'x' } }],
  })
  const contribute = (hooks: readonly ContributedHook[]) => {
    now = hooks
  }
  return { belay, id, contribute }
}

const hooksOf = ({ hooks }: Composition) => hooks.map(({ source, hook: slug }) => `${source} ${slug}`)

describe('a hook of an extension', () => {
  it('is asked before what was attached, in registry order, and its refusal holds', async () => {
    const asked: string[] = []
    const asking = (name: string, answer?: unknown) =>
      hook(name, {
        ask({ event }) {
          asked.push(`${name} ${JSON.stringify(event)}`)
          return answer
        },
      })
    const { belay, id } = await scene([asking('first'), asking('second', { decision: 'block', reason: 'too deep' })])
    const composition = await belay.composition(id)
    expect(composition.extensions).toEqual(['tools', 'cells'])
    expect(hooksOf(composition)).toEqual(['extension cells/first', 'extension cells/second', 'library block'])
    expect(composition.hooks[0]).toMatchObject({ name: 'first', onFailure: 'open', version: '1', error: null })
    const { verdicts, state } = await turn(belay, id)
    expect(asked.map((one) => one.split(' ')[0])).toEqual(['first', 'second'])
    expect(asked[0]).toContain('"depth":3')
    expect(verdicts.map(({ hook: name, source, version }) => [name, source, version])).toEqual([
      ['first', 'extension', '1'],
      ['second', 'extension', '1'],
      ['block', 'library', expect.any(String)],
    ])
    expect(state.rows.find((row) => row.kind === 'result')).toMatchObject({
      isError: true,
      content: expect.stringContaining('too deep'),
    })
  })

  it('comes and goes with its extension at the next turn; what a person decided about it stays', async () => {
    const deny = { ask: () => ({ decision: 'block', reason: 'no' }) }
    const { belay, id, contribute } = await scene([hook('guard', deny)])
    const [guard] = (await belay.composition(id)).hooks
    await belay.changeAttachment(id, guard?.id ?? expect.fail(), { mode: 'shadow' })
    contribute([hook('early'), hook('guard', { ...deny, version: '2' })])
    const second = await turn(belay, id)
    expect(second.changes.map(({ change }) => change)).toEqual([
      'the extension cells brings cells/early; cells/guard was edited',
    ])
    expect((await belay.composition(id)).hooks.slice(0, 2)).toMatchObject([
      { hook: 'cells/early', mode: 'enforce' },
      { hook: 'cells/guard', mode: 'shadow', id: guard?.id, version: '2' },
    ])
    expect(second.verdicts[1]).toMatchObject({ mode: 'shadow', decision: 'block', version: '2' })
    contribute([])
    const third = await turn(belay, id)
    expect(third.verdicts.map(({ hook: name }) => name)).toEqual(['block'])
    expect(third.changes[0]?.change).toBe(
      'the extension cells does not bring cells/early any more; the extension cells does not bring cells/guard any more',
    )
  })

  it('that throws fails open, and cannot be detached or moved', async () => {
    const { belay, id } = await scene([
      hook('broken', {
        ask: () => {
          throw new Error('oh')
        },
      }),
    ])
    const [broken, attached] = (await belay.composition(id)).hooks
    if (broken === undefined || attached === undefined) throw new Error('not attached')
    const { verdicts, end } = await turn(belay, id)
    expect(end.status).toBe('completed')
    expect(verdicts[0]).toMatchObject({ status: 'failed', error: { message: 'Error: oh' } })
    await expect(belay.detach(id, broken.id)).rejects.toThrow(
      '`cells/broken` comes with the extension cells and cannot be detached: switch it off or to shadow.',
    )
    await expect(belay.changeAttachment(id, attached.id, { position: 0 })).rejects.toThrow(
      '`block` cannot stand before the hooks of the extension cells, which are asked first. The first place for it is 2.',
    )
  })
})
