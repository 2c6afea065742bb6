import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const SURFACES = ['surface-0', 'surface-1', 'surface-2', 'surface-3']
const TEXTS = [...css.matchAll(/--([a-z]+-text|text|text-soft|text-muted):/g)].map((match) => match[1] ?? '')
const SHAPES = ['accent', 'live', 'pass', 'block', 'rewrite', 'ask', 'context', 'failed', 'halt', 'focus']

describe.each(['dark', 'light'])('the %s theme', (theme) => {
  const tokens = tokensOf(theme)

  test.each([...new Set(TEXTS)])('%s can be read on every surface', (name) => {
    for (const surface of SURFACES) expect(contrast(tokens, name, surface), surface).toBeGreaterThanOrEqual(4.5)
  })

  test.each(SHAPES)('the shape colour %s stands out from every surface', (name) => {
    for (const surface of SURFACES.slice(0, 3))
      expect(contrast(tokens, name, surface), surface).toBeGreaterThanOrEqual(3)
  })

  test.each([
    ['text-on-accent', 'accent'],
    ['text', 'surface-person'],
    ['text-muted', 'surface-person'],
    ['on-verdict', 'ask'],
    ['text', 'model'],
    ['text', 'tool'],
    ['text', 'added-wash'],
    ['text', 'removed-wash'],
  ])('%s can be read on %s', (name, surface) => {
    expect(contrast(tokens, name, surface)).toBeGreaterThanOrEqual(4.5)
  })
})

function tokensOf(theme: string): ReadonlyMap<string, string> {
  const start = css.indexOf(`:root[data-theme="${theme}"]`)
  const block = css.slice(start, css.indexOf('}', start))
  return new Map([...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]))
}

function contrast(tokens: ReadonlyMap<string, string>, front: string, back: string): number {
  const [a, b] = [luminance(tokens.get(front)), luminance(tokens.get(back))]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Relative luminance of WCAG 2. */
function luminance(hex: string | undefined): number {
  if (hex === undefined) throw new Error('no such token')
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
