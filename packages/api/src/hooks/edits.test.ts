/** What a person's edits of hooks are called, what they refuse, and that none is lost to another. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Attachment, attachmentId, type EventOf, type SessionId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { openBelay } from '../composition-root'
import type { AttachmentChange, Operations } from '../operations'
import { logOf } from '../testing/until'
import { afterTest, freshFolder } from '../testing/world'
import { compose } from './composition'
import { type Edited, editHooks } from './edit-hooks'

const TIDY = `import { defineHook } from '@belay/hooks'
export default defineHook({ name: 'tidy', description: 'keeps', points: ['memory.keep', 'tools.before'], run: (t) => t.useDefault })
`

interface Scene {
  readonly belay: Operations
  readonly id: SessionId
  readonly hook: (name: string) => Promise<Attachment>
  readonly changes: () => Promise<readonly EventOf<'composition.changed'>[]>
}

/** add-context, block-commands, tidy (at tools.before), ask-before and loop-breaker are attached, in this order. */
async function scene(): Promise<Scene> {
  const home = freshFolder()
  const belay = await openBelay({ home })
  afterTest(() => belay.close())
  writeFileSync(join(home, 'hooks', 'tidy.ts'), TIDY)
  const attach = [
    { hook: 'add-context', points: ['guard.onInput'] },
    { hook: 'block-commands' },
    { hook: 'tidy', points: ['tools.before'] },
    { hook: 'ask-before' },
    { hook: 'loop-breaker', mode: 'off' },
  ] as const
  const { id } = await belay.createSession({ workspace: freshFolder('workspace'), attach })
  const changes = async () => (await logOf(belay, id)).filter((event) => event.type === 'composition.changed')
  const hook = async (name: string) => {
    const found = (await belay.composition(id)).hooks.find((one) => one.name === name)
    if (found === undefined) throw new Error(`${name} is not attached`)
    return found
  }
  return { belay, id, hook, changes }
}

type Row = readonly [name: string, change: string, of: string, made: AttachmentChange]

const rows: readonly Row[] = [
  ['move block-commands to place 3', 'block-commands was moved to place 3', 'block-commands', { position: 2 }],
  ['move add-context to place 5', 'add-context was moved to place 5', 'add-context', { position: 99 }],
  [
    'move add-context to context.build',
    'add-context was moved to context.build',
    'add-context',
    { points: ['context.build'], position: 3 },
  ],
  [
    'add add-context to context.build',
    'add-context was added to context.build',
    'add-context',
    { points: ['context.build', 'guard.onInput'] },
  ],
  ['detach add-context', 'add-context was detached', 'add-context', { points: [] }],
  ['set ask-before to shadow', 'ask-before was set to shadow', 'ask-before', { mode: 'shadow' }],
  ['let ask-before fail closed', 'ask-before now fails closed', 'ask-before', { onFailure: 'closed' }],
  ['let ask-before replay its last answer', 'ask-before now fails replay', 'ask-before', { onFailure: 'replay' }],
  [
    'change the parameters of add-context',
    'the parameters of add-context were changed',
    'add-context',
    { params: { text: 'Mind the step.' } },
  ],
  [
    'move ask-before to place 1, set ask-before to off',
    'ask-before was moved to place 1; ask-before was set to off',
    'ask-before',
    { mode: 'off', position: 0 },
  ],
]

describe('an edit of an attached hook', () => {
  it.each(rows)('is called: %s', async (name, change, of, made) => {
    const { belay, id, hook, changes } = await scene()
    const { id: attachment } = await hook(of)
    const after = await belay.changeAttachment(id, attachment, made)
    const { at, session, seq, type, ...event } = (await changes())[0] ?? expect.fail('no event')
    expect(event).toEqual({ composition: after, name, change, kind: 'edit' })
    expect(await belay.composition(id)).toEqual(after)
  })

  it('is called: attach, detach, remove', async () => {
    const { belay, id, changes } = await scene()
    const { hooks } = await belay.attach(id, { hook: 'add-context' })
    const added = hooks.at(-1) ?? expect.fail('nothing attached')
    await belay.changeAttachment(id, added.id, { points: ['context.build'] })
    await belay.detach(id, added.id)
    expect((await changes()).map(({ name, kind }) => [name, kind])).toEqual([
      ['attach add-context', 'edit'],
      ['remove add-context from guard.onInput', 'edit'],
      ['detach add-context', 'edit'],
    ])
  })

  it('keeps the points in the order in which the hook lists them, each once', async () => {
    const { belay, id, hook } = await scene()
    const { id: attachment } = await hook('add-context')
    await belay.changeAttachment(id, attachment, { points: ['context.build', 'guard.onInput', 'context.build'] })
    expect((await hook('add-context')).points).toEqual(['guard.onInput', 'context.build'])
  })

  it('that changes nothing leaves no trace', async () => {
    const { belay, id, hook, changes } = await scene()
    const before = await belay.composition(id)
    const { mode, onFailure, params, points, id: attachment } = await hook('block-commands')
    expect(await belay.changeAttachment(id, attachment, { mode, onFailure, params, points, position: 1 })).toEqual(
      before,
    )
    expect(await belay.changeAttachment(id, attachment, {})).toEqual(before)
    expect(await changes()).toEqual([])
  })

  it('of parameters makes another version, and back is the first version again', async () => {
    const { belay, id, hook } = await scene()
    const before = await hook('add-context')
    await belay.changeAttachment(id, before.id, { params: { text: 'Mind the step.' } })
    const after = await hook('add-context')
    expect(after.version).not.toBe(before.version)
    expect(after.params).toMatchObject({ text: 'Mind the step.', where: 'message' })
    await belay.changeAttachment(id, before.id, { params: before.params })
    expect((await hook('add-context')).version).toBe(before.version)
  })
})

type Refusal = readonly [says: RegExp, code: string, of: string, made: AttachmentChange]

const refusals: readonly Refusal[] = [
  [
    /^`add-context` cannot stand at stop\.done; it can at guard\.onInput, context\.build\.$/,
    'bad_input',
    'add-context',
    { points: ['guard.onInput', 'stop.done'] },
  ],
  [/^`loop-breaker` stands at all of its points or at none/, 'bad_input', 'loop-breaker', { points: ['tools.before'] }],
  [
    /^A hook at memory\.keep alone cannot be shadowed/,
    'bad_input',
    'tidy',
    { mode: 'shadow', points: ['memory.keep'] },
  ],
  [/^The parameters of `add-context` do not fit: /, 'bad_input', 'add-context', { params: { every: 'week' } }],
]

describe('an edit that cannot be made', () => {
  it.each(refusals)('says %s', async (message, code, of, made) => {
    const { belay, id, hook, changes } = await scene()
    const { id: attachment } = await hook(of)
    await expect(belay.changeAttachment(id, attachment, made)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
    expect(await changes()).toEqual([])
  })

  it('says that the hook is gone, and changes nothing', async () => {
    const { belay, id, hook, changes } = await scene()
    const { id: gone } = await hook('ask-before')
    await belay.detach(id, gone)
    const before = await belay.composition(id)
    const sentence = { code: 'not_found', message: 'That hook is not attached to this session any more.' }
    await expect(belay.detach(id, gone)).rejects.toMatchObject(sentence)
    await expect(belay.changeAttachment(id, gone, { mode: 'off' })).rejects.toMatchObject(sentence)
    await expect(belay.changeAttachment(id, gone, { points: [] })).rejects.toMatchObject(sentence)
    expect(await belay.composition(id)).toEqual(before)
    expect(await changes()).toHaveLength(1)
  })

  it('is judged by what is attached when it is made: shadow and memory.keep do not meet', async () => {
    const { belay, id, hook } = await scene()
    const { id: attachment } = await hook('tidy')
    const both = await Promise.allSettled([
      belay.changeAttachment(id, attachment, { points: ['memory.keep'] }),
      belay.changeAttachment(id, attachment, { mode: 'shadow' }),
    ])
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('a hook at other points too is shadowed there, and not asked at memory.keep', async () => {
    const { belay, id, hook } = await scene()
    const { id: attachment } = await hook('tidy')
    const points = ['memory.keep', 'tools.before'] as const
    await belay.changeAttachment(id, attachment, { points })
    const after = await belay.changeAttachment(id, attachment, { mode: 'shadow' })
    expect(after.hooks.find((one) => one.id === attachment)).toMatchObject({ mode: 'shadow', points })
    const shadowed = { hook: 'tidy', mode: 'shadow' } as const
    const fire = { event: {}, attach: [shadowed], session: null, workspace: null, rewrites: 'first' } as const
    const outcome = await belay.fire({ ...fire, point: 'memory.keep', stopAtFirstBlock: false })
    expect(outcome.verdicts).toMatchObject([{ status: 'not_asked', notAsked: 'off' }])
    expect(outcome.wouldBe).toBeNull()
  })
})

describe('edits at the same time', () => {
  it('are all made, one after another', async () => {
    const { belay, id, hook, changes } = await scene()
    const { id: context } = await hook('add-context')
    const edits = Array.from({ length: 8 }, (_, index) => [
      belay.attach(id, { hook: 'ask-before', position: 0 }),
      belay.changeAttachment(id, context, { params: { text: `Text ${index}` } }),
      belay.changeAttachment(id, context, { position: index % 3 }),
    ])
    await Promise.all(edits.flat())
    const { hooks } = await belay.composition(id)
    expect(hooks).toHaveLength(5 + 8)
    expect(new Set(hooks.map((one) => one.id)).size).toBe(hooks.length)
    const texts = (await changes()).filter(({ name }) => name === 'change the parameters of add-context')
    expect(texts).toHaveLength(8)
  })

  it('never come between the reading and the writing of another', () => {
    let now = compose({ hooks: [], rewrites: 'first', stopAtFirstBlock: false })
    const session: Edited = {
      composition: () => now,
      replaceComposition(before, after) {
        if (now.hash !== before.hash) return false
        now = after
        return true
      },
    }
    const adding =
      (hook: Attachment, first: () => void = () => undefined) =>
      (hooks: readonly Attachment[]) => {
        first()
        return { hooks: [...hooks, hook], name: 'attach', change: 'attached' }
      }
    const inner = () => void editHooks(session, adding(attached('inner')))
    expect(() => editHooks(session, adding(attached('outer'), inner))).toThrow(
      /were changed while they were being changed/,
    )
    expect(now.hooks.map((hook) => hook.name)).toEqual(['inner'])
    editHooks(session, adding(attached('outer')))
    expect(now.hooks.map((hook) => hook.name)).toEqual(['inner', 'outer'])
  })
})

function attached(name: string): Attachment {
  return {
    ...{ id: attachmentId(`att_${name}`), hook: name, name, source: 'library', points: ['tools.before'] },
    ...{ mode: 'enforce', onFailure: 'open', params: {}, version: '1', error: null },
  }
}
