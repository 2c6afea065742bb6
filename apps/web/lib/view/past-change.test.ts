import type { AttachmentChange } from '@belay/api'
import { attachmentId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { compositionOf } from '../testing/log-writer'
import { changeOfPast, type PastChange, specOfPast } from './past-change'

const now = compositionOf([{ name: 'fence', points: ['tools.before'] }])

describe('a change made on the hooks of an earlier turn', () => {
  const rows: readonly [name: string, hook: string, change: AttachmentChange, meant: PastChange][] = [
    ['of a mode goes to the hook of now', 'fence', { mode: 'off' }, { kind: 'apply', change: { mode: 'off' } }],
    ['of a hook that is gone changes nothing', 'other', { mode: 'off' }, { kind: 'gone' }],
    ['of a place changes nothing', 'fence', { position: 2 }, { kind: 'order' }],
    [
      'to another station loses its place there',
      'fence',
      { points: ['tools.after'], position: 2 },
      { kind: 'apply', change: { points: ['tools.after'] } },
    ],
  ]
  test.each(rows)('%s', (_, hook, change, meant) => {
    expect(changeOfPast(now, attachmentId(`att_${hook}`), change)).toEqual(meant)
  })

  test('attaches behind what is there now', () => {
    expect(specOfPast({ hook: 'fence', position: 0 })).toEqual({ hook: 'fence' })
  })
})
