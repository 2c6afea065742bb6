import { describe, expect, test } from 'vitest'
import { EMPTY_DRAFT, readDraft } from './new-session-draft'

describe('what was kept of a draft', () => {
  const whole = {
    ...{ workspace: '/src/shop', title: 'x', model: 'scripted/tour', permission: 'auto', program: '' },
    ...{ source: 'set', set: 'careful', chosen: ['a', 'b'] },
    ...{ picksExtensions: true, switched: ['files'] },
  }
  const rows: readonly [name: string, text: string | null, draft: object][] = [
    ['nothing was', null, EMPTY_DRAFT],
    ['all of it', JSON.stringify(whole), whole],
    ['it is no JSON', '{"workspace": ', EMPTY_DRAFT],
    ['it is JSON of something else', '[1, 2]', EMPTY_DRAFT],
    ['it is null', 'null', EMPTY_DRAFT],
    [
      'values of wrong types are left out',
      '{"title": 3, "chosen": "a", "workspace": "/w"}',
      { ...EMPTY_DRAFT, workspace: '/w' },
    ],
    ['an unknown permission asks', '{"permission": "root"}', EMPTY_DRAFT],
    ['what is no slug is left out', '{"chosen": ["a", 1, null]}', { ...EMPTY_DRAFT, chosen: ['a'] }],
  ]
  test.each(rows)('%s', (_, text, draft) => {
    expect(readDraft(text)).toEqual(draft)
  })
})
