/** The rules of choosing extensions, as sentences. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { disable, enable, type Selectable, selectionOf, unusable } from './selection'

const one = (name: string, requires: readonly string[] = [], more: Partial<Selectable> = {}): Selectable => ({
  ...{ name, requires, required: false, compacts: false },
  ...more,
})

const INSTALLED = [
  one('files', [], { required: true }),
  one('commands'),
  one('skills', ['commands']),
  one('codex', ['openai']),
  one('openai', ['models']),
  one('models'),
  one('rolling', [], { compacts: true }),
  one('lcm', ['lcm-memory'], { compacts: true }),
  one('lcm-memory'),
  one('recap', ['rolling']),
]

const DEFAULT = ['files', 'commands', 'rolling']

describe('enabling', () => {
  it.each([
    ['brings what it requires', 'skills', ['files'], ['files', 'commands', 'skills']],
    [
      'brings what that requires, in the order of installation',
      'codex',
      ['files'],
      ['files', 'codex', 'openai', 'models'],
    ],
    ['what is on already changes nothing', 'commands', DEFAULT, DEFAULT],
    ['another way to compact takes the place of the first', 'lcm', DEFAULT, ['files', 'commands', 'lcm', 'lcm-memory']],
  ])('%s', (_, name, before, after) => {
    expect(enable(INSTALLED, before, name)).toMatchObject({ ok: true, enabled: after })
  })

  it('tells what came and what went', () => {
    expect(enable(INSTALLED, DEFAULT, 'lcm')).toMatchObject({ came: ['lcm', 'lcm-memory'], went: ['rolling'] })
  })

  it.each([
    ['a name that is near another', 'skils', DEFAULT, 'There is no extension skils; did you mean skills?'],
    ['a name that is near none', 'quantum', DEFAULT, 'There is no extension quantum.'],
    [
      'what would take the place of what another one requires',
      'lcm',
      [...DEFAULT, 'recap'],
      'lcm would take the place of rolling, which recap requires.',
    ],
  ])('is refused: %s', (_, name, before, reason) => {
    expect(enable(INSTALLED, before, name)).toEqual({ ok: false, reason })
  })

  it('is refused where it would bring two ways to compact', () => {
    const installed = [...INSTALLED, one('both', ['rolling', 'lcm'])]
    const reason = 'both would bring rolling and lcm, and a session compacts in one way only.'
    expect(enable(installed, DEFAULT, 'both')).toEqual({ ok: false, reason })
  })
})

describe('disabling', () => {
  it.each([
    ['leaves what it had brought', 'skills', ['files', 'commands', 'skills'], ['files', 'commands']],
    ['what is off already changes nothing', 'skills', DEFAULT, DEFAULT],
    ['what is not installed any more goes', 'gone', ['files', 'gone'], ['files']],
  ])('%s', (_, name, before, after) => {
    expect(disable(INSTALLED, before, name)).toMatchObject({ ok: true, enabled: after })
  })

  it.each([
    ['a required one', 'files', DEFAULT, 'files is required and stays on.'],
    [
      'what others need, with their names',
      'models',
      ['codex', 'openai', 'models'],
      'codex and openai require models: disable them first.',
    ],
    ['what one other needs', 'commands', ['commands', 'skills'], 'skills requires commands: disable it first.'],
    [
      'the only way to compact',
      'rolling',
      DEFAULT,
      'rolling is the only way in which this session compacts: enable another one, which takes its place.',
    ],
    ['what there never was', 'skils', DEFAULT, 'There is no extension skils; did you mean skills?'],
  ])('is refused: %s', (_, name, before, reason) => {
    expect(disable(INSTALLED, before, name)).toEqual({ ok: false, reason })
  })
})

describe('what a session has', () => {
  it.each([
    ['nothing wanted: the required ones', [], ['files']],
    ['with all that is required', ['codex'], ['files', 'codex', 'openai', 'models']],
    ['of two ways to compact the one that was wanted last', ['rolling', 'lcm'], ['files', 'lcm', 'lcm-memory']],
    ['without what is not installed', ['gone', 'commands'], ['files', 'commands']],
    ['and without what needs the way to compact that does not hold', ['recap', 'lcm'], ['files', 'lcm', 'lcm-memory']],
  ])('%s', (_, wanted, has) => {
    expect(selectionOf(INSTALLED, wanted)).toEqual(has)
  })
})

it('what can not be had at all says why', () => {
  const installed = [...INSTALLED, one('a', ['b']), one('b', ['a']), one('c', ['d', 'e']), one('files')]
  expect(Object.fromEntries(unusable(installed))).toEqual({
    a: 'it and b require each other',
    b: 'it and a require each other',
    c: 'it requires d and e, which are not installed',
    files: 'two extensions are called files',
  })
})

it('whatever is switched: requirements are met, required ones are on, and one way to compact at most', () => {
  const names = INSTALLED.map(({ name }) => name)
  const steps = fc.array(fc.tuple(fc.boolean(), fc.constantFrom(...names)), { maxLength: 30 })
  fc.assert(
    fc.property(steps, (all) => {
      let enabled = selectionOf(INSTALLED, DEFAULT)
      for (const [on, name] of all) {
        const next = on ? enable(INSTALLED, enabled, name) : disable(INSTALLED, enabled, name)
        if (next.ok) enabled = next.enabled
        const has = INSTALLED.filter((other) => enabled.includes(other.name))
        expect(has.flatMap(({ requires }) => requires).filter((needed) => !enabled.includes(needed))).toEqual([])
        expect(enabled).toContain('files')
        expect(has.filter(({ compacts }) => compacts)).toHaveLength(1)
        expect(selectionOf(INSTALLED, enabled)).toEqual(enabled)
      }
    }),
  )
})
