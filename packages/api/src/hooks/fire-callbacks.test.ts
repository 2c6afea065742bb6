import type { CallbackRequest } from '@belay/hooks'
import type { Json } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { FireRequest } from '../operations'
import type { TestHook } from '../testing/make-world'
import { ended, logOf, until } from '../testing/until'
import { freshFolder, openTest, testTool } from '../testing/world'

/** Makes these requests and keeps what came of them. */
function curious(...requests: readonly CallbackRequest[]) {
  const heard: Json[] = []
  const hook: TestHook = {
    slug: 'curious',
    points: ['guard.onInput'],
    async ask({ callbacks }) {
      for (const request of requests)
        heard.push(await callbacks(request).catch((error: Error) => `refused: ${error.message}`))
      return undefined
    },
  }
  return { heard, hooks: [hook] }
}

const fired = (changes: Partial<FireRequest> = {}): FireRequest => ({
  ...{
    point: 'guard.onInput',
    event: { msg: 'hi' },
    attach: [{ hook: 'curious' }],
    workspace: freshFolder('workspace'),
  },
  ...{ session: null, rewrites: 'first', stopAtFirstBlock: false },
  ...changes,
})
const get = { do: 'store.get', key: 'k' } as const
const set = (value: number) => ({ do: 'store.set', key: 'k', value }) as const
const look = { do: 'tool', name: 'look', args: {} } as const
const tools = [
  testTool('look', async () => ({ content: 'seen', isError: false, facts: {} })),
  testTool('risky', async () => ({ content: 'done', isError: false, facts: {} }), true),
]

describe('what a hook that is tried out may ask for', () => {
  it('reads the conversation of the session that is named, and its edits and tools are refused', async () => {
    const { heard, hooks } = curious(
      { do: 'history.tags' },
      { do: 'history.tail', n: 1 },
      { do: 'history.rewind', tag: 1 },
      look,
    )
    const belay = await openTest({ hooks, tools, steps: [{ text: 'Hello.' }] })
    const { id } = await belay.createSession({ workspace: freshFolder('workspace') })
    await belay.send(id, 'Good day')
    await until(belay, id, ended)
    const before = await logOf(belay, id)
    await belay.fire(fired({ session: id, workspace: null }))
    expect(heard).toEqual([
      [1, 2],
      [{ tag: 2, role: 'assistant', text: 'Hello.', tools: [] }],
      'refused: t.history.rewind was refused: this is a dry run, which changes nothing',
      'refused: t.tool was refused: this is a dry run, which changes nothing',
    ])
    expect(await logOf(belay, id)).toEqual(before)
  })

  it('without a session finds an empty conversation', async () => {
    const { heard, hooks } = curious({ do: 'history.tags' }, { do: 'history.get', tag: 1 })
    await (await openTest({ hooks })).fire(fired())
    expect(heard).toEqual([[], null])
  })

  it('gets an answer of the session’s model, or of the installation’s', async () => {
    const { heard, hooks } = curious({ do: 'llm', prompt: 'Well?', model: null })
    const belay = await openTest({ hooks, beside: { text: 'Yes.' } })
    await belay.fire(fired())
    const { id } = await belay.createSession({ workspace: freshFolder('workspace') })
    await belay.fire(fired({ session: id, workspace: null }))
    expect(heard).toEqual([
      { text: 'Yes.', tokens: 15 },
      { text: 'Yes.', tokens: 15 },
    ])
    expect((await belay.session(id)).tokens).toBeNull()
  })

  it('writes to a copy that is gone with the firing', async () => {
    const { heard, hooks } = curious(get, set(1), get)
    const belay = await openTest({ hooks })
    await belay.fire(fired())
    await belay.fire(fired())
    expect(heard).toEqual([null, null, 1, null, null, 1])
  })

  it('acts where it is live: its store is the one that turns have, and its tools run where nobody need be asked', async () => {
    const home = freshFolder()
    const { heard, hooks } = curious(get, set(7), look, { do: 'tool', name: 'risky', args: {} })
    const belay = await openTest({ home, hooks, tools })
    await belay.fire(fired({ live: true }))
    await belay.close()
    const again = curious(get)
    const later = await openTest({ home, hooks: again.hooks })
    await later.fire(fired())
    expect([...heard, ...again.heard]).toEqual([
      ...[null, null, { content: 'seen', isError: false }],
      'refused: t.tool was refused: nobody is there to answer: May risky run?',
      7,
    ])
  })
})

describe('in a running turn', () => {
  it('what a hook keeps outlives its session and the process', async () => {
    const home = freshFolder()
    const { hooks } = curious(set(3))
    const belay = await openTest({ home, hooks })
    const { id } = await belay.createSession({ workspace: freshFolder('workspace'), attach: [{ hook: 'curious' }] })
    await belay.send(id, 'go')
    await until(belay, id, ended)
    await belay.deleteSession(id)
    await belay.purgeSession(id)
    await belay.close()
    const { heard, hooks: reading } = curious(get)
    const later = await openTest({ home, hooks: reading })
    const other = await later.createSession({ workspace: freshFolder('workspace'), attach: [{ hook: 'curious' }] })
    await later.send(other.id, 'go')
    await until(later, other.id, ended)
    expect(heard).toEqual([3])
  })

  it('a model call of its own counts to what the session used, and its request is kept', async () => {
    const { hooks } = curious({ do: 'llm', prompt: 'Is it so?', model: null })
    const belay = await openTest({ hooks, steps: [{ text: 'ok' }] })
    const { id } = await belay.createSession({ workspace: freshFolder('workspace'), attach: [{ hook: 'curious' }] })
    await belay.send(id, 'go')
    const events = await until(belay, id, ended)
    expect((await belay.session(id)).tokens).toBe(30)
    const spans = events.flatMap((event) => (event.type === 'span.started' ? [event.span] : []))
    const hook = spans.find((span) => span.kind === 'hook')
    const call = spans.find((span) => span.kind === 'model' && span.parent === hook?.id)
    if (call === undefined) throw new Error('no model call below the hook')
    expect(JSON.stringify((await belay.spanDetail(id, call.id)).request)).toContain('Is it so?')
  })
})
