import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asJson, sameJson } from './as-json'
import { cutForHooks, notShownToHooks } from './cut-for-hooks'
import { jsonFault } from './json-fault'
import { nearest } from './nearest'

describe('what is no JSON of a value', () => {
  const loop: { readonly list: unknown[] } = { list: [] }
  loop.list.push(loop)
  let deep: unknown = 1
  for (let i = 0; i < 300; i += 1) deep = { d: deep }
  class Point {
    x = 1
  }
  it.each<[string, unknown, string | null]>([
    ['nothing of JSON', { a: [1, null, 'x'] }, null],
    ['a date', new Date(0), 'a Date'],
    ['a date within', { since: [new Date(0)] }, 'a Date at since[0]'],
    ['a number that is none', { n: Number.POSITIVE_INFINITY }, 'Infinity at n'],
    ['a hole of a list', [1, undefined], 'undefined at [1]'],
    ['a value that holds itself', loop, 'a value that holds itself at list[0]'],
    ['an instance', { p: new Point() }, 'a Point at p'],
    ['a map', new Map(), 'a Map'],
    ['a function', { f: () => 1 }, 'a function at f'],
  ])('%s', (_name, value, fault) => {
    expect(jsonFault(value)).toBe(fault)
  })

  it('of what is too deep, the beginning of the way', () => {
    expect(jsonFault(deep)).toMatch(/^a value deeper than 200 levels at (d\.)+…$/)
  })
})

describe('asJson', () => {
  it('gives back every JSON value as a copy', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const copy = asJson(value)
        expect(sameJson(copy, asJson(JSON.parse(JSON.stringify(value))))).toBe(true)
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value)
      }),
    )
  })

  it('keeps a key named __proto__ a key', () => {
    const copy = asJson(JSON.parse('{"__proto__":{"polluted":true}}'))
    expect(Object.keys(copy ?? {})).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  })

  it.each([
    [undefined],
    [() => 1],
    [Symbol('s')],
    [1n],
    [Number.NaN],
    [new Date(0)],
    [new Set()],
    [[undefined]],
    [/x/],
  ])('has no words for %s', (value) => {
    expect(asJson(value)).toBeUndefined()
  })

  it('reads objects of another realm', () => {
    expect(asJson(structuredClone({ a: [1] }))).toEqual({ a: [1] })
    expect(asJson(Object.create(null))).toEqual({})
  })
})

describe('sameJson', () => {
  it.each([
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [null, {}, false],
    ['1', 1, false],
  ])('%j and %j: %s', (a, b, same) => {
    expect(sameJson(a, b)).toBe(same)
  })
})

describe('cutForHooks', () => {
  const bytes = (text: string) => new TextEncoder().encode(text).length

  it.each(['x', 'é', '語', '😀'])('leaves what fits alone and cuts what does not, at %s', (letter) => {
    const fits = letter.repeat(65_536 / bytes(letter))
    expect(bytes(fits)).toBeLessThanOrEqual(65_536)
    expect(cutForHooks(fits)).toBe(fits)
    const cut = cutForHooks(`${fits}${letter}`)
    expect(bytes(cut)).toBeLessThanOrEqual(65_536)
    const [kept = '', mark = ''] = cut.split('\n')
    // Throws for half a character.
    expect(() => encodeURIComponent(kept)).not.toThrow()
    const left = fits.length + letter.length - kept.length
    expect(mark).toBe(`[${left} more characters are not shown to hooks]`)
    expect(notShownToHooks(cut)).toEqual({ shown: kept, left })
    expect(notShownToHooks(fits)).toEqual({ shown: fits, left: 0 })
  })
})

describe('nearest', () => {
  const points = ['tools.before', 'tools.after', 'guard.onInput', 'stop.done']
  it.each([
    ['tools.befor', 'tools.before'],
    ['guard.on_input', 'guard.onInput'],
    ['Tools.After', 'tools.after'],
    ['PreToolUse', null],
    ['', null],
  ])('%j means %s', (name, meant) => {
    expect(nearest(name, points)).toBe(meant)
  })
})
