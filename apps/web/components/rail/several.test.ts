import { type Attachment, attachmentId, type Composition } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { severalOf } from './several'

const hook = (name: string, more: Partial<Attachment> = {}): Attachment => ({
  ...{ id: attachmentId(name), hook: name, name, source: 'library', points: ['tools.before'], mode: 'enforce' },
  ...{ onFailure: 'open', params: {}, version: 'v', error: null },
  ...more,
})
const composition: Composition = {
  ...{ hash: 'h', extensions: [], rewrites: 'first', stopAtFirstBlock: false },
  hooks: [
    hook('p', { source: 'program', hook: 'careful/p' }),
    hook('a', { set: 'mine' }),
    hook('b', { set: 'mine', mode: 'off' }),
    hook('c'),
  ],
}
const of = (...names: readonly string[]) => severalOf(composition, names.map(attachmentId))

describe('several hooks', () => {
  it('are in asking order, whichever was picked first', () => {
    expect(of('c', 'a').ids).toEqual(['a', 'c'])
  })

  it('are called by their number, or by the set that they are', () => {
    expect([of('a', 'c'), of('a', 'b'), of('a'), of('a', 'b', 'c')].map(({ called }) => called)).toEqual([
      '2 hooks',
      'the set mine',
      '1 hook',
      '3 hooks',
    ])
  })

  it('have a mode where all have it', () => {
    expect([of('a', 'c').mode, of('a', 'b').mode, of().mode]).toEqual(['enforce', null, null])
  })

  it('are held by one that a program brought', () => {
    expect(of('a', 'p').held).toContain('comes with the program careful')
    expect(of('a', 'c').held).toBeNull()
  })
})
