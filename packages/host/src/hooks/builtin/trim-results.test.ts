import type { JsonObject } from '@belay/trace'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { after, builtIns } from '../testing/built-ins'
import { headEnd, tailStart } from './cut-text'

const hooks = builtIns()

/** What the model reads. */
async function trimmed(content: string, params: JsonObject = {}, tool = 'run'): Promise<string> {
  const { value } = await hooks.ask('trim-results', params, after(tool, { content }))
  return typeof value === 'string' ? value : content
}
const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}`).join('\n')

describe('trim-results', () => {
  it('keeps whole lines of both ends, and says what is missing', async () => {
    const text = lines(200)
    const result = await trimmed(text, { most: 200 })
    expect(result.length).toBeLessThanOrEqual(200)
    const [left] = /\d+(?= characters)/.exec(result) ?? []
    const [first = '', last = ''] = result.split(
      /\n\[\d+ characters were left out here: run it again so that it prints less\]\n/,
    )
    expect(text.startsWith(`${first}\n`)).toBe(true)
    expect(text.endsWith(`\n${last}`)).toBe(true)
    // The break before the line is the first part's own.
    expect(Number(left)).toBe(text.length - first.length - 1 - last.length)
  })

  it.each([
    ['run', /prints less\]/],
    ['files.read', /start_line and end_line\]/],
    ['files.find', /narrow the path/],
    ['mcp__x__y', /ask for a smaller part\]/],
  ])('of %s it says how to see the rest', async (tool, says) => {
    expect(await trimmed(lines(200), { most: 300 }, tool)).toMatch(says)
  })

  it('leaves alone what is short, to the letter', async () => {
    const text = 'x'.repeat(200)
    expect((await hooks.ask('trim-results', { most: 200 }, after('run', { content: text }))).decision).toBe('pass')
    expect((await hooks.ask('trim-results', {}, after('run', { content: '' }))).decision).toBe('pass')
  })

  it('never makes a result longer', async () => {
    for (const length of [201, 210, 230, 260, 300])
      expect((await trimmed('x'.repeat(length), { most: 200 })).length).toBeLessThanOrEqual(200)
  })

  it('other limits for some tools: the first that fits', async () => {
    const overrides = [
      { tools: 'files.read', most: 1_000 },
      { tools: '^files\\.', most: 500 },
    ]
    const long = lines(2_000)
    expect((await trimmed(long, { overrides }, 'files.read')).length).toBeLessThanOrEqual(1_000)
    expect((await trimmed(long, { overrides }, 'files.find')).length).toBeLessThanOrEqual(500)
    expect((await trimmed(long, { overrides, most: 700 }, 'run')).length).toBeGreaterThan(500)
  })

  it('the beginning alone, or the end alone', async () => {
    const text = lines(200)
    const [first] = (await trimmed(text, { most: 300, head: 1 })).split('\n[')
    expect(text.startsWith(first ?? '-')).toBe(true)
    const [, last] = (await trimmed(text, { most: 300, head: 0 })).split(']\n')
    expect(text.endsWith(last ?? '-')).toBe(true)
    expect(await trimmed(text, { most: 300, head: 0 })).toMatch(/^\[\d+ characters were left out here/)
  })

  it('of what is longer than hooks see, it keeps the beginning and counts the whole', async () => {
    const text = lines(20_000)
    const result = await trimmed(text, { most: 1_000 })
    const [first = '', mark = ''] = result.split('\n[')
    expect(text.startsWith(first)).toBe(true)
    expect(mark).toMatch(/^\d+ characters were left out here: run it again so that it prints less\]$/)
    expect(text.length - first.length - Number.parseInt(mark, 10)).toBeLessThanOrEqual(1)
    expect(result.length).toBeLessThanOrEqual(1_000)
  })

  it('a limit that hardly holds the line is a clear error', async () => {
    expect(await hooks.problem('trim-results', { most: 50 })).toMatch(/^most must be at least/)
    expect(await hooks.problem('trim-results', { overrides: [{ tools: '(', most: 500 }] })).toMatch(
      /^overrides\.0\.tools: the matcher/,
    )
  })
})

describe('where a text is cut', () => {
  const family = '👨‍👩‍👧‍👦'
  it.each([
    ['letters', 'abcdef', 3, 3, 3],
    ['half a pair', 'ab😀cd', 3, 2, 4],
    ['a family', `ab${family}cd`, 8, 2, 2 + family.length],
    ['a letter with a mark', 'abe\u0301cd', 3, 2, 4],
    ['a line break of two', 'ab\r\ncd', 3, 2, 4],
    ['a line break of two, far from others', `${'a'.repeat(400)}\r\n${'b'.repeat(400)}`, 401, 400, 402],
    ['a blank with a mark', `${'a'.repeat(400)} \u0301${'b'.repeat(400)}`, 401, 400, 402],
    ['a family, far from blanks', `${'a'.repeat(400)}${family}${'b'.repeat(400)}`, 405, 400, 400 + family.length],
  ])('never within %s', (_what, text, at, before, behind) => {
    expect(headEnd(text, at)).toBe(before)
    expect(tailStart(text, text.length - at)).toBe(behind)
  })

  it('at the end of a line, where one is near', () => {
    expect(headEnd('1234567\n9012', 9)).toBe(8)
    expect(headEnd('1\n3456789012', 9)).toBe(9)
    expect(tailStart('123\n567890123', 10)).toBe(4)
  })

  it('is within bounds and between whole characters, whatever the text', () => {
    const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
    const text = fc.string({ unit: 'grapheme', maxLength: 300 })
    fc.assert(
      fc.property(text, fc.nat(400), (text, most) => {
        const places = new Set([...[...segments.segment(text)].map(({ index }) => index), text.length])
        const [end, start] = [headEnd(text, most), tailStart(text, most)]
        return places.has(end) && places.has(start) && end <= Math.max(most, 0) && text.length - start <= most
      }),
    )
  })
})
