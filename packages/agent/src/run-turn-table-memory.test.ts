/** What hooks may say where a conversation is summed up, and where its session ends, and what becomes of it: rows of `testing/turn-table`. */
import { type TranscriptRow, turnId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { replies } from './testing/model'
import type { Replies } from './testing/ports'
import { tellBetween, tellTurn } from './testing/story'
import {
  BLOCK,
  CONTEXT,
  DONE,
  fails,
  HALT,
  hookOf,
  NOTE,
  REMINDER,
  type Row,
  type Says,
  say,
  shadow,
  unreadable,
  wentOn,
} from './testing/turn-table'

describe('at session.end', () => {
  const rows: readonly Row[] = [
    ['nothing', say(undefined), 'nothing comes of it', []],
    ['context', CONTEXT, 'waits for the next input', ['waits: [hook h] C']],
    ['a note', NOTE, 'is told to the person', ['tells: h: N']],
    ['a reminder', REMINDER, 'waits for the next input', ['waits: [reminder h] R']],
    ['a halt', say(HALT), 'has nothing to end', []],
    ['a failure with open', fails('open'), 'is a note', [wentOn('session.end')]],
    ['a failure with closed', fails('closed'), 'has nothing to end', []],
    [
      'a block',
      say(BLOCK),
      'is malformed there',
      [unreadable('session.end', 'block at session.end, which decides nothing')],
    ],
    ['context in shadow', shadow({ decision: 'pass', context: ['C'] }), 'reaches nobody', []],
  ]
  for (const [what, says, becomes, lines] of rows) {
    test(`${what}: ${becomes}`, async () => {
      const told = { hooks: [hookOf('session.end', says)], model: replies() }
      expect(await tellBetween(told, 'end')).toEqual(lines)
    })
  }
})

describe('at memory.summarize', () => {
  const row = { at: 0, turn: turnId('trn0'), replaces: null } as const
  const said = (id: number): TranscriptRow => ({
    ...row,
    kind: 'input',
    id,
    text: `q${id} ${'w '.repeat(300)}`,
    origin: 'person',
    from: null,
  })
  const replied = (id: number): TranscriptRow => ({
    ...{
      ...row,
      kind: 'reply',
      id,
      text: `a${id} ${'w '.repeat(300)}`,
      reasoning: '',
      calls: [],
      provider: 'test',
      model: 'm',
    },
    ...{ end: 'stop', usage: { input: null, cached: null, output: null } },
  })
  const history = [said(1), replied(2), said(3), replied(4), said(5), replied(6)]
  const summing: Replies = (_, context) =>
    replies({ text: context.purpose === 'compaction' ? 'In short.' : 'done' })(1, context)
  const BUILT_IN = /^sends under "Sum up the conversation below/
  const rows: readonly (readonly [string, Says, string, readonly RegExp[], readonly RegExp[]])[] = [
    ['nothing', say(undefined), 'the built-in prompt is used', [BUILT_IN], [BUILT_IN]],
    ['a text', say('Keep paths.'), 'is the prompt', [/^sends under "Keep paths\."/], [/^sends under "Keep paths\."/]],
    [
      'a block',
      say(BLOCK),
      'cancels what is not forced',
      [/^tells: The conversation was not summed up \(h: no\)/],
      [/^tells: .*although a hook at memory\.summarize said no \(h: no\)/, BUILT_IN],
    ],
    ['a note', NOTE, 'is told to the person alone', [/^tells: h: N$/, BUILT_IN], [/^tells: h: N$/, BUILT_IN]],
    [
      'an empty text',
      say(''),
      'is malformed',
      [/gave an empty rewrite/, BUILT_IN],
      [/gave an empty rewrite/, BUILT_IN],
    ],
    [
      'a failure with open',
      fails('open'),
      'is a note',
      [/it went on without it$/, BUILT_IN],
      [/it went on without it$/, BUILT_IN],
    ],
    [
      'a failure with closed',
      fails('closed'),
      'cancels what is not forced',
      [/^tells: The conversation was not summed up \(h: the h hook at memory\.summarize did not answer/],
      [/said no \(h: the h hook at memory\.summarize did not answer/, BUILT_IN],
    ],
    ['a block in shadow', shadow(BLOCK), 'changes nothing', [BUILT_IN], [BUILT_IN]],
  ]
  for (const [what, says, becomes, asNeeded, forced] of rows) {
    const told = () => ({
      ...{ hooks: [hookOf('memory.summarize', says)], model: summing },
      ...{ setup: { history }, options: { rows: history } },
    })
    test(`${what}, where the window is full: ${becomes}`, async () => {
      const lines = await tellTurn({ ...told(), options: { rows: history, window: 1_000 } })
      for (const [index, pattern] of asNeeded.entries()) expect(lines[index]).toMatch(pattern)
      expect(lines.at(-1)).toBe(DONE)
    })
    test(`${what}, where a person wants it: ${becomes}`, async () => {
      const lines = await tellBetween(told(), 'compact')
      for (const [index, pattern] of forced.entries()) expect(lines[index]).toMatch(pattern)
      expect(lines.at(-1)).toBe('is summed up')
    })
  }
})
