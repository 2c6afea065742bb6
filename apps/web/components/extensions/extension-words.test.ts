import { describe, expect, it } from 'vitest'
import type { ExtensionState } from '../../lib/api'
import { broughtText, costText, fixedText } from './extension-words'

const NONE = { tools: [], commands: [], hooks: [], contexts: [], providers: [] }
const state = (more: Partial<ExtensionState> = {}): ExtensionState => ({
  ...{ name: 'x', description: 'd', enabled: false, required: false, requires: [], requiredBy: [], broken: null },
  brings: NONE,
  ...more,
})

describe('what it brings', () => {
  it.each([
    ['nothing', NONE, 'Brings nothing to this session yet.'],
    ['one tool', { ...NONE, tools: ['run'] }, 'tool run'],
    ['several kinds', { ...NONE, tools: ['a', 'b'], commands: ['work'] }, 'tools a, b · command /work'],
    ['many', { ...NONE, tools: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] }, 'tools a, b, c, d, e, f and 2 more'],
  ])('%s', (_, brings, text) => {
    expect(broughtText({ brings })).toBe(text)
  })
})

describe('why nobody can switch it', () => {
  it.each([
    ['it can be', state(), null],
    ['it is required', state({ required: true, enabled: true }), 'always on'],
    ['others need it', state({ enabled: true, requiredBy: ['a', 'b'] }), 'needed by a, b'],
    ['others would need it, were it on', state({ requiredBy: ['a'] }), null],
    ['it is broken', state({ broken: 'x' }), 'it can’t be used'],
  ])('%s', (_, of, text) => {
    expect(fixedText(of)).toBe(text)
  })
})

it('what it costs is said with what comes along or goes', () => {
  expect(costText(state({ requires: ['models'] }))).toMatch(/at the full price\. It brings models along\.$/)
  expect(costText(state({ enabled: true, brings: { ...NONE, tools: ['run'] } }))).toMatch(/can’t call run any more\.$/)
})
