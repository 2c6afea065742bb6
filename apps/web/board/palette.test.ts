import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PALETTES, type Palette } from './palette'

const css = readFileSync(new URL('../app/tokens.css', import.meta.url), 'utf8')

/** What the canvas and the page both show, under the page's name for it. */
const SHARED: Readonly<Partial<Record<keyof Palette, string>>> = {
  ground: 'surface-0',
  panel: 'surface-1',
  raised: 'surface-2',
  card: 'surface-float',
  line: 'line',
  track: 'line-strong',
  text: 'text',
  soft: 'text-soft',
  muted: 'text-muted',
  accent: 'accent',
  live: 'live',
  turn: 'surface-4',
  step: 'surface-3',
  model: 'model',
  tool: 'tool',
  hook: 'pass',
  pass: 'pass',
  context: 'context',
  rewrite: 'rewrite',
  ask: 'ask',
  failed: 'failed',
  block: 'block',
  halt: 'halt',
  onMark: 'on-verdict',
  focus: 'focus',
}

describe.each(['dark', 'light'] as const)('the %s palette', (theme) => {
  const start = css.indexOf(`:root[data-theme="${theme}"]`)
  const block = css.slice(start, css.indexOf('}', start))

  test.each(Object.entries(SHARED))('%s is the page`s --%s', (name, token) => {
    const value = new RegExp(`--${token}:\\s*([^;]+);`).exec(block)?.[1]
    expect(PALETTES[theme][name as keyof Palette]).toBe(value)
  })
})
