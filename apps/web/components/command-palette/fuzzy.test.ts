import { describe, expect, it } from 'vitest'
import { fit } from './fuzzy'

const TITLES = [
  'Next refusal',
  'Next verdict',
  'Show the turn after',
  'Fit all of the turn',
  'Fit the area, or the selection',
  'Undo: attach block-commands',
  'Turn 3: tidy the repo',
  'Light theme',
]

const ranked = (typed: string): readonly string[] =>
  TITLES.map((title) => ({ title, score: fit(typed, title)?.score ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ title }) => title)

describe('what is found by what was typed', () => {
  it.each([
    ['the beginning of a name goes first', 'turn', 'Turn 3: tidy the repo'],
    ['a word within', 'refusal', 'Next refusal'],
    ['two words, in any order', 'all fit', 'Fit all of the turn'],
    ['the beginnings of words', 'nr', 'Next refusal'],
    ['letters left out', 'nxref', 'Next refusal'],
    ['a part of a word', 'mmand', 'Undo: attach block-commands'],
    ['behind a hyphen', 'comm', 'Undo: attach block-commands'],
    ['in capitals', 'LIGHT', 'Light theme'],
  ])('%s', (_, typed, first) => {
    expect(ranked(typed)[0]).toBe(first)
  })

  it('nothing, where a word fits nothing, or its letters only stand about', () => {
    expect(ranked('next zebra')).toEqual([])
    expect(ranked('ttfo')).not.toContain('Undo: attach block-commands')
    expect(fit('xyz', 'Next refusal')).toBeNull()
  })

  it('what stands beside a name counts, and less than the name', () => {
    const beside = fit('rail', 'Fit all', 'Rail')?.score ?? 0
    const named = fit('rail', 'Zoom the rail in', 'Rail')?.score ?? 0
    expect(beside).toBeGreaterThan(0)
    expect(named).toBeGreaterThan(beside)
  })

  it('says which letters those are, for the eye', () => {
    expect(fit('ref', 'Next refusal')?.letters).toEqual([5, 6, 7])
    expect(fit('nr', 'Next refusal')?.letters).toEqual([0, 5])
  })
})
