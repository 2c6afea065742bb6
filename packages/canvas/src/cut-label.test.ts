import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import labels from '../fixtures/56-labels-emoji-rtl-cut.json'
import { cutLabel, prepareLabel } from './cut-label'
import { isRightToLeft, showText } from './show-text'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** 7 px a grapheme, and 11 for the wide ones. */
const measure = (text: string) =>
  [...segmenter.segment(text)].reduce((sum, { segment }) => sum + (segment.length > 1 ? 11 : 7), 0)
const graphemes = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)
const isWellFormed = (text: string) => !/[\ud800-\udfff]/u.test(text)

describe('cutLabel, case 56-labels-emoji-rtl-cut', () => {
  test.each(labels.map((label, at) => [at, label] as const))(
    'label %s is cut between graphemes at every width',
    (_at, label) => {
      const prepared = prepareLabel(label, measure)
      const whole = graphemes(showText(label))
      for (let width = 0; width <= 260; width += 1) {
        const cut = prepared.cut(width)
        expect(isWellFormed(cut)).toBe(true)
        expect(measure(cut)).toBeLessThanOrEqual(width)
        const kept = graphemes(cut.replace(/…$/, ''))
        expect(whole.slice(0, kept.length)).toEqual(kept)
      }
    },
  )

  it('leaves what fits as it is, and gives nothing where no letter fits', () => {
    expect(cutLabel('files.read', 1_000, measure)).toBe('files.read')
    expect(cutLabel('files.read', 70, measure)).toBe('files.read')
    expect(cutLabel('files.read', 69, measure)).toBe('files.re…')
    expect(cutLabel('files.read', 13, measure)).toBe('')
  })

  it('is total for any text, also one that is not well-formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: -5, max: 300 }), (text, width) => {
        const cut = cutLabel(`${text}\ud83d`, width, measure)
        expect(isWellFormed(cut)).toBe(true)
        expect(measure(cut)).toBeLessThanOrEqual(Math.max(0, width))
      }),
    )
  })

  it('does not read a label of megabytes to its end', () => {
    let measured = 0
    const cut = cutLabel('x'.repeat(5_000_000), 120, (text) => {
      measured = Math.max(measured, text.length)
      return text.length * 7
    })
    expect(cut).toBe(`${'x'.repeat(16)}…`)
    expect(measured).toBeLessThan(1_000)
  })
})

describe('showText', () => {
  test.each([
    ['line breaks and a tab', 'a\nb\r\nc\rd\te', 'a¶b¶c¶d e'],
    ['NUL, escape, delete and the controls above', '\u0000\u001b[31m\u007f\u0085', '··[31m··'],
    ['a direction override', 'x\u202etxt.exe', 'x‹RLO›txt.exe'],
    ['a blank without width', 'a\u200bb', 'a‹ZWSP›b'],
    ['half of a pair', 'a\ud83d', 'a\ufffd'],
    ['an emoji family, untouched', '👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
  ])('shows %s', (_name, text, shown) => {
    expect(showText(text)).toBe(shown)
  })

  it('shows nothing for a control that the shipped faces have no picture of', () => {
    const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join('')
    expect(showText(controls)).toMatch(/^[ -~·¶]+$/)
  })
})

describe('isRightToLeft', () => {
  test.each([
    ['قراءة الملف src/main.ts', true],
    ['שלום', true],
    ['src/قراءة', false],
    ['123 قراءة', true],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(isRightToLeft(text)).toBe(expected)
  })
})
