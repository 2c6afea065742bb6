import { describe, expect, test } from 'vitest'
import { modelLine, modelWords, nextModel, unchosenText } from './model-words'

describe('a model', () => {
  test.each([
    ['has the provider once where its label is its id', 'scripted/tour', 'scripted/tour'],
    ['has the provider once where its label is the rest of its id', 'tour', 'scripted/tour'],
    ['has its id beside a name of its own', 'A short tour', 'A short tour (scripted/tour)'],
  ])('%s', (_, label, said) => {
    expect(modelLine({ id: 'scripted/tour', label })).toBe(said)
    expect(modelWords({ id: 'scripted/tour', label }).aside === undefined).toBe(said === 'scripted/tour')
  })
})

describe('the next turn runs on', () => {
  const careful = { name: 'careful', model: 'scripted/careful' }
  test.each([
    ['what the program says, where nobody chose', false, careful, 'scripted/careful'],
    ['what was chosen, whatever the program says', true, careful, 'scripted/tour'],
    [
      'what the session began with, under a program that says nothing',
      false,
      { ...careful, model: null },
      'scripted/tour',
    ],
    ['what the session began with, without a program', false, null, 'scripted/tour'],
    ['what is on record, until it is known whether it was chosen', undefined, careful, 'scripted/tour'],
  ])('%s', (_, modelChosen, program, id) => {
    expect(nextModel({ model: 'scripted/tour', modelChosen, program }).id).toBe(id)
  })
})

test('who leaves the model open is told who decides, and which it is', () => {
  const models = [
    { id: 'scripted/a', label: 'a' },
    { id: 'scripted/b', label: 'b', isDefault: true as const },
  ]
  expect(unchosenText(models, null)).toBe('The default one: scripted/b')
  expect(unchosenText(models, { name: 'careful', model: null })).toBe('The default one: scripted/b')
  expect(unchosenText(models, { name: 'careful', model: 'scripted/a' })).toBe('As the program says: scripted/a')
  expect(unchosenText([], null)).toBe('The default one')
})
