import { type Attachment, attachmentId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { asLoaded } from './as-loaded'

const attached = (hook: string, error: string | null): Attachment => ({
  ...{
    id: attachmentId(`att_${hook}`),
    hook,
    name: hook,
    source: 'library',
    points: ['tools.before'],
    mode: 'enforce',
  },
  ...{ onFailure: 'open', params: {}, version: null, error },
})

describe('a hook of now', () => {
  test.each([
    ['that broke since the last turn is broken', null, [{ slug: 'mine', error: 'line 5' }], 'line 5'],
    ['that was repaired since is whole', 'line 5', [{ slug: 'mine', error: null }], null],
    ['that broke in another way says so', 'line 5', [{ slug: 'mine', error: 'line 7' }], 'line 7'],
    ['of which the file is gone says why it did not load', 'gone', [{ slug: 'other', error: null }], 'gone'],
    ['is as on record while the library is not there yet', 'line 5', [], 'line 5'],
  ])('%s', (_, before, library, after) => {
    expect(asLoaded([attached('mine', before)], library)[0]?.error).toBe(after)
  })

  test('whose file has an error while its last good version runs is not one that does not load', () => {
    const [hook] = asLoaded([attached('mine', null)], [{ slug: 'mine', error: null, stale: 'line 3', version: 'v1' }])
    expect([hook?.error, hook?.version]).toEqual(['line 3', 'v1'])
  })

  test('whose parameters its file does not take any more says so, though the file loads', () => {
    const unfit = { why: 'its parameters do not fit: word', points: [] }
    const [hook] = asLoaded([{ ...attached('mine', unfit.why), version: 'v1', unfit }], [{ slug: 'mine', error: null }])
    expect(hook?.error).toBe(unfit.why)
  })

  test('of which the file was deleted is broken, though nothing on record says so', () => {
    const [hook] = asLoaded([{ ...attached('mine', null), version: 'v1' }], [{ slug: 'other', error: null }])
    expect([hook?.error, hook?.version]).toEqual([expect.stringMatching(/^There is no hook mine any more/), null])
  })

  test.each([
    ['a path elsewhere', attached('/elsewhere/mine.ts', null)],
    ['a command', { ...attached('mine', null), source: 'command' as const }],
    ['a program', { ...attached('mine', null), source: 'program' as const }],
  ])('of %s, which the library does not list, is as on record', (_, hook) => {
    const hooks = [hook]
    expect(asLoaded(hooks, [{ slug: 'other', error: null }])).toBe(hooks)
  })

  test('that is as it was leaves the list as it was, so that nothing is drawn again', () => {
    const hooks = [attached('mine', null), attached('other', null)]
    const library = hooks.map(({ hook }) => ({ slug: hook, error: null }))
    expect(asLoaded(hooks, library)).toBe(hooks)
  })
})
