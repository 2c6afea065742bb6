import { attachmentId, spanId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { readView, type View, writeView } from './use-view'

describe('what is looked at, in the address', () => {
  const rows: readonly [search: string, view: View][] = [
    ['', { turn: null, selection: null, event: null, range: null }],
    ['?turn=4', { turn: 4, selection: null, event: null, range: null }],
    ['?turn=4&span=spn_9', { turn: 4, selection: { kind: 'span', span: spanId('spn_9') }, event: null, range: null }],
    ['?turn=4&event=17', { turn: 4, selection: null, event: 17, range: null }],
    [
      '?turn=4&event=17&point=tools.before',
      { turn: 4, selection: { kind: 'point', point: 'tools.before' }, event: 17, range: null },
    ],
    [
      '?hook=att_1',
      { turn: null, selection: { kind: 'attachment', attachment: attachmentId('att_1') }, event: null, range: null },
    ],
    ['?turn=4&time=0-1200.5', { turn: 4, selection: null, event: null, range: { fromMs: 0, toMs: 1_200.5 } }],
    [
      '?point=tools.before',
      { turn: null, selection: { kind: 'point', point: 'tools.before' }, event: null, range: null },
    ],
  ]
  test.each(rows)('%s is written as it is read', (search, view) => {
    expect([readView(search), writeView(view)]).toEqual([view, search])
  })

  test.each([
    '?turn=zero',
    '?turn=-1',
    '?turn=1.5',
    '?point=nowhere',
    '?event=3',
    '?time=9-3',
    '?time=all',
    '?time=-1-4',
  ])('%s is no view', (search) => {
    expect(readView(search)).toEqual({ turn: null, selection: null, event: null, range: null })
  })
})
