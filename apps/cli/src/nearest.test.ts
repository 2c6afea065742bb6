import { describe, expect, it } from 'vitest'
import { didYouMean, nearest } from './nearest'

describe('nearest', () => {
  const names = ['serve', 'run', 'fire', 'trace', 'sessions']
  const rows: readonly [typed: string, meant: string | null][] = [
    ['fier', 'fire'],
    ['Trace', 'trace'],
    ['session', 'sessions'],
    ['xyz', null],
    ['', null],
  ]
  it.each(rows)('%j is near %j', (typed, meant) => {
    expect(nearest(typed, names)).toBe(meant)
  })

  it('says nothing where nothing is near', () => {
    expect(didYouMean('block-comands', ['block-commands'])).toBe(' (did you mean block-commands?)')
    expect(didYouMean('something else', names)).toBe('')
  })
})
