import { POINTS, type PointId } from '@belay/trace'
import { describe, expect, it, test } from 'vitest'
import type { LibraryHook } from '../../lib/api'
import { findHooks, groupHooks, listedIn, needsParams, otherPoints, paramsAtGlance } from './palette-groups'

function hook(slug: string, points: readonly PointId[], rest: Partial<LibraryHook> = {}): LibraryHook {
  return {
    ...{ slug, name: slug, description: '', points, paramsSchema: null, defaults: {}, builtIn: true, file: null },
    ...{ timeoutMs: 1, onFailure: 'open', recheck: false, observe: false, version: 'v', error: null },
    ...rest,
  }
}

const patterns = {
  type: 'object',
  properties: { patterns: { type: 'array', description: 'Commands to refuse' }, advice: { type: 'string' } },
  required: ['patterns', 'advice'],
} as const
const fence = hook('fence', ['tools.before'], {
  description: 'Keeps files inside',
  paramsSchema: patterns,
  defaults: { patterns: ['rm', 'dd'], advice: 'Do the narrower thing instead of this' },
})
const audit = hook('audit', ['tools.after', 'guard.onInput'])
const broken = hook('broken', ['tools.before'], { version: null, error: { file: null, line: null, message: 'no' } })

describe('the palette', () => {
  test.each([
    ['a name', 'fen', ['fence']],
    ['a word of the description', 'INSIDE', ['fence']],
    ['a parameter', 'patterns', ['fence']],
    ['what a parameter is for', 'refuse', ['fence']],
    ['what a parameter is by default', 'narrower thing', ['fence']],
    ['a point', 'guard', ['audit']],
    ['two words that are in different places', 'fence tools', ['fence']],
    ['nothing', '', ['fence', 'audit', 'broken']],
    ['what is nowhere', 'zebra', []],
  ])('finds by %s', (_name, search, slugs) => {
    expect(findHooks([fence, audit, broken], search).map(({ slug }) => slug)).toEqual(slugs)
  })

  const slugsOf = (hooks: readonly LibraryHook[]) => hooks.map(({ slug }) => slug)
  const speaks = hook('speaker', ['guard.onInput'], { description: 'Speaks of a fence' })
  const own = hook('mine', ['tools.before', 'stop.done'], { builtIn: false, description: 'A fence of my own' })

  test.each([
    ['what is called so before what speaks of it', 'fence', ['fence', 'mine', 'speaker']],
    ["one's own before the built-in ones", '', ['mine', 'speaker', 'fence']],
  ])('puts %s', (_, search, slugs) => {
    expect(slugsOf(findHooks([speaks, fence, own], search))).toEqual(slugs)
  })

  it('puts the point of what is called so first, and without a search goes by the loop', () => {
    const all = [speaks, fence, own]
    const points = (search: string) => groupHooks(findHooks(all, search), search).map(({ point }) => point)
    expect(points('fence')[0]).toBe('tools.before')
    expect(points('')[0]).toBe('guard.onInput')
  })

  it("lists one's own first in every group, also where they are told in brief", () => {
    const group = groupHooks([fence, own]).find(({ point }) => point === 'tools.before')
    expect(group && listedIn(group).map(({ hook: { slug }, brief }) => [slug, brief])).toEqual([
      ['mine', true],
      ['fence', false],
    ])
  })

  it('shows a hook under each of its points, told in full under the first, and what is broken last', () => {
    const slugs = (hooks: readonly LibraryHook[]) => hooks.map(({ slug }) => slug)
    const groups = groupHooks([fence, audit, broken])
    expect(groups.map(({ point, hooks, also }) => [point, slugs(hooks), slugs(also)])).toEqual([
      ['guard.onInput', ['audit'], []],
      ['tools.before', ['fence'], []],
      ['tools.after', [], ['audit']],
      [null, ['broken'], []],
    ])
  })

  test.each([
    ['one point: no other', ['tools.before'], [], 0],
    ['two more: both', ['stop.done', 'tools.after', 'tools.before'], ['tools.before', 'tools.after'], 0],
    ['more than that: one, and how many more', POINTS, ['guard.onInput'], POINTS.length - 2],
  ] as const)('says where else a hook can stand, of %s', (_, points, shown, more) => {
    const others = otherPoints(hook('one', points))
    expect([others.shown, others.more.length]).toEqual([shown, more])
  })

  it('says parameters in a word or two', () => {
    expect(paramsAtGlance(fence)).toEqual([
      { name: 'patterns', value: 'rm +1' },
      { name: 'advice', value: 'Do the narrower t…' },
    ])
  })

  test.each([
    ['none', [], 'none'],
    ['its only item', ['rm'], 'rm'],
    ['the first and how many more', ['rm', 'dd', 'mkfs'], 'rm +2'],
    ['that there is more to it, for what is no text', [{ a: 1 }, { a: 2 }], '… +1'],
  ])('says of a list: %s', (_, patterns, value) => {
    expect(paramsAtGlance({ ...fence, defaults: { patterns } })[0]).toEqual({ name: 'patterns', value })
  })

  test.each([
    ['no parameters', audit, false],
    ['defaults for all', fence, false],
    ['an empty list beside what says something', { ...fence, defaults: { patterns: [], advice: 'x' } }, false],
    ['nothing but empty ones', { ...fence, defaults: { patterns: [], advice: '' } }, true],
    ['none for one that it must have', { ...fence, defaults: { patterns: ['x'] } }, true],
  ])('a hook with %s: parameters first, %#', (_name, one, needs) => {
    expect(needsParams(one)).toBe(needs)
  })
})
