import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { catalogOf, defineExtension } from '../extensions'
import { SNAPSHOT } from './model-facts'
import { createModels } from './models-extension'

const [SHIPPED] = SNAPSHOT
if (SHIPPED === undefined) throw new Error('the snapshot is empty')

/** What the extension knows in a home whose `facts.json` holds the text. */
function known(section: object, text?: string) {
  const home = mkdtempSync(join(tmpdir(), 'belay-models-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  if (text !== undefined) writeFileSync(join(home, 'facts.json'), text)
  return catalogOf([createModels()], { home, sections: { models: { ...section } } })
}

const facts = (id: string) => ({ id, label: 'L', window: 7, input: ['text'] as const })
const file = { file: 'facts.json' }

test('without a file it knows what ships with the app', () => {
  const { catalog, problem } = known({})
  expect(problem).toBeNull()
  expect(catalog.find(SHIPPED.id)).toEqual(SHIPPED)
})

test('a fact of the file goes before the one that ships; all others stay', () => {
  const { catalog } = known(file, JSON.stringify({ models: [facts(SHIPPED.id), facts('lab/new')] }))
  expect(catalog.find(SHIPPED.id)?.window).toBe(7)
  expect(catalog.find('lab/new')?.window).toBe(7)
  for (const other of SNAPSHOT.slice(1)) expect(catalog.find(other.id)).toEqual(other)
})

test.each([
  ['a file that is not there', file, undefined, /models\.file: .*facts\.json/],
  ['a file that is no JSON', file, '{', /facts\.json is no JSON/],
  [
    'a fact that is none, with its path',
    file,
    '{"models":[{"id":"lab/new","label":"L","input":["text"]}]}',
    /models\.0\.window/,
  ],
  ['a setting that there is not', { fiel: 'x' }, undefined, /extensions\.json: models/],
] as const)('the reason is told for %s', (_, section, text, reason) => {
  const { problem } = known(section, text)
  expect(problem?.extension).toBe('models')
  expect(problem?.reason).toMatch(reason)
})

test('of two extensions that know a model the later one counts', () => {
  const knows = (name: string, window: number) =>
    defineExtension({
      name,
      description: 'd',
      plugins: [
        { kind: 'models', facts: () => ({ ok: true, facts: [{ ...facts('lab/m'), input: ['text'], window }] }) },
      ],
    })
  const { catalog } = catalogOf([knows('first', 1), knows('second', 2)], { home: '/h', sections: {} })
  expect(catalog.find('lab/m')?.window).toBe(2)
})
