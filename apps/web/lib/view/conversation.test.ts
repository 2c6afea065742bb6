import { fold, foldAll, sessionId, spanId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { LogWriter } from '../testing/log-writer'
import { COMPOSITION, sampleSession } from '../testing/sample-session'
import { type CallNote, type ConversationItem, conversation } from './conversation'
import { editText } from './edit-text'
import { sameItem } from './same-item'
import { turnItems } from './turn-items'

describe('the conversation of a log', () => {
  test('reads as a person followed it, each question right below its call', () => {
    const items = conversation(foldAll(sampleSession().log.events))
    expect(items.map(draw).join('\n').split('\n')).toEqual([
      'input person: What is in this repository?',
      'input hook house-rules: Keep it short.',
      'reply tour: A parser for a **small** language.',
      'ending turn 1 completed, 1240 tokens',
      'input person: Tidy the repo and delete the build folder.',
      'reply tour: I will look around first.',
      'call files.ls',
      'call run [block] refused by workspace-fence: outside scope',
      '  note ask-before-writes failed and was passed over',
      'call run [rewrite] rewritten by dry-run: `--dry-run` added',
      '  note ask-before-writes: its rewrite lost to dry-run',
      'reply: That was refused; I will do the narrower thing.',
      'call files.edit [ask] waiting for you (no-untested-edits would have refused it: no tests touched)',
      'question open: Edit src/lexer.ts (+2 −2)?',
      'call files.write',
    ])
  })

  test('files that were put back stand between the turns', () => {
    const log = new LogWriter()
    log.create(COMPOSITION)
    log.startTurn('One')
    log.endTurn()
    const turns = log.turn === null ? [] : [log.turn]
    const putBack = () =>
      log.emit({ type: 'files.put_back', turns, files: [{ path: '/w/a', result: 'restored', reason: null }] })
    putBack()
    log.startTurn('Two')
    log.endTurn()
    putBack()
    expect(conversation(foldAll(log.events)).map(draw)).toEqual([
      'input person: One',
      'ending turn 1 completed, 0 tokens',
      'put back of trn_1: /w/a',
      'input person: Two',
      'ending turn 2 completed, 0 tokens',
      'put back of trn_1: /w/a',
    ])
  })

  test('a reply streams under the key that it keeps', () => {
    const log = new LogWriter()
    log.create(COMPOSITION)
    const turn = log.startTurn('Hello')
    const step = log.start('step', '1', turn)
    const span = log.start('model', 'scripted/tour', step)
    const waiting = conversation(foldAll(log.events)).at(-1)
    log.emit({ type: 'delta', span, channel: 'text', text: 'Good mor' })
    const streaming = conversation(foldAll(log.events)).at(-1)
    expect([waiting, streaming].map((item) => item && draw(item))).toEqual([
      'reply tour, streaming: ',
      'reply tour, streaming: Good mor',
    ])
    expect(streaming?.key).toBe(waiting?.key)
  })

  test('a model call that failed leaves nothing behind once it is tried again', () => {
    const log = new LogWriter()
    log.create(COMPOSITION)
    const turn = log.startTurn('Hello')
    const step = log.start('step', '1', turn)
    const failed = log.start('model', 'scripted/tour', step)
    log.emit({ type: 'delta', span: failed, channel: 'text', text: 'Half an ans' })
    log.emit({ type: 'delta.dropped', span: failed })
    log.end(failed, 'error')
    log.model(step, 'A whole answer.')
    expect(conversation(foldAll(log.events)).map(draw)).toEqual(['input person: Hello', 'reply tour: A whole answer.'])
  })

  test('what a hook asks of a model says nothing here', () => {
    const log = new LogWriter()
    log.create(COMPOSITION)
    const turn = log.startTurn('Hello')
    const hook = log.start('hook', 'judge', turn)
    log.start('model', 'scripted/tour', hook)
    expect(conversation(foldAll(log.events)).map(draw)).toEqual(['input person: Hello'])
  })

  test('queued inputs stand at the end until they are taken', () => {
    const { log } = sampleSession()
    log.emit({ type: 'input.queued', input: { id: 'inp_1', text: 'And the docs.', origin: 'person', from: null } })
    expect(draw(conversation(foldAll(log.events)).at(-1))).toBe('queued: And the docs.')
    log.emit({ type: 'input.taken', id: 'inp_1' })
    expect(draw(conversation(foldAll(log.events)).at(-1))).toBe('call files.write')
  })

  test('text that streams on is read without reading the turn again', () => {
    const log = new LogWriter()
    log.create(COMPOSITION)
    const step = log.start('step', '1', log.startTurn('Hello'))
    const span = log.start('model', 'scripted/tour', step)
    const state = foldAll(log.events)
    conversation(state)
    const known = log.events.length
    log.emit({ type: 'delta', span, channel: 'text', text: 'Good ' })
    log.emit({ type: 'delta', span, channel: 'text', text: 'morning' })
    for (const event of log.events.slice(known)) fold(state, event)
    expect(draw(conversation(state).at(-1))).toBe('reply tour, streaming: Good morning')
  })

  test('a note that is said again is not printed again', () => {
    const log = new LogWriter()
    log.create(COMPOSITION)
    const step = log.start('step', '1', log.startTurn('Hello'))
    const calls = [log.call('run', { command: 'a' }), log.call('run', { command: 'b' })]
    log.model(step, '', calls)
    for (const call of calls)
      log.ask('tools.before', log.startCall(step, call, ''), [], { notes: ['late', 'late', `only ${call.id}`] })
    for (let at = 0; at < 3; at += 1) log.ask('stop.done', step, [], { notes: ['capped'] })
    const drawn = conversation(foldAll(log.events)).map(draw).join('\n').split('\n')
    expect(drawn.slice(1)).toEqual([
      ...['call run', '  note late, 2×', `  note only ${calls[0]?.id}`],
      ...['call run', '  note as above, 2×', `  note only ${calls[1]?.id}`],
      'note: capped, 3×',
    ])
  })

  describe('a fork says where it comes from behind what it took over', () => {
    const rows: readonly [name: string, turns: number, drawn: readonly string[]][] = [
      ['one turn', 1, ['input person: one', 'fork of the other', 'input person: two']],
      ['nothing', 0, ['fork of the other', 'input person: one', 'input person: two']],
      ['all that there is', 2, ['input person: one', 'input person: two', 'fork of the other']],
    ]
    test.each(rows)('%s', (_, turns, drawn) => {
      const log = new LogWriter()
      log.create(COMPOSITION)
      log.startTurn('one')
      log.startTurn('two')
      const state = foldAll(log.events)
      const origin = { session: sessionId('ses_2'), title: 'the other', row: turns, turns }
      if (state.session !== null) state.session = { ...state.session, forkedFrom: origin }
      expect(conversation(state).map(draw)).toEqual(drawn)
    })
  })

  test('a fork says what became of files behind where it comes from, and nothing of what it took over', () => {
    const log = new LogWriter()
    log.create(COMPOSITION)
    log.emit({ type: 'notice', turn: null, text: 'Imported from a file.' })
    log.startTurn('one')
    log.wait(5)
    const forkedAt = log.now
    log.emit({ type: 'notice', turn: null, text: 'This session was forked.' })
    log.emit({ type: 'notice', turn: null, text: '1 file is as before. Left: /home/ana/src/parser/a/b.ts.' })
    log.startTurn('two')
    const state = foldAll(log.events)
    const origin = { session: sessionId('ses_2'), title: 'the other', row: 1, turns: 1 }
    if (state.session !== null) state.session = { ...state.session, createdAt: forkedAt, forkedFrom: origin }
    expect(conversation(state).map(draw)).toEqual([
      'input person: one',
      'fork of the other',
      'note: 1 file is as before. Left: a/b.ts.',
      'input person: two',
    ])
  })

  test('what requests hold of it stands where that was changed: within a turn, and between two', () => {
    const log = new LogWriter()
    log.create(COMPOSITION)
    log.startTurn('one')
    const turn = log.turn
    const summed = { do: 'collapse', from: 3, to: 40, summary: 'They fixed it.', upTo: 40 } as const
    log.emit({ type: 'history.edited', turn, edit: { do: 'rewind', tag: 12, upTo: 40 }, by: 'keeper' })
    log.endTurn()
    log.emit({ type: 'history.edited', turn: null, edit: summed, by: null })
    log.startTurn('two')
    expect(conversation(foldAll(log.events)).map(draw)).toEqual([
      'input person: one',
      'edited by keeper: rows after 12 are left out',
      'ending turn 1 completed, 0 tokens',
      'edited: rows 3–40 stand as a summary',
      'input person: two',
    ])
  })

  test('an ended turn is read once', () => {
    const state = foldAll(sampleSession().log.events)
    expect(conversation(state)[0]).toBe(conversation(state)[0])
  })
})

describe('whether a row must be drawn anew', () => {
  test('two readings of an unchanged log say the same', () => {
    const state = foldAll(sampleSession().log.events)
    const readAnew = () => state.turns.flatMap((turn) => turnItems(state, turn))
    const [before, after] = [readAnew(), readAnew()]
    expect(before.filter((item, at) => after[at] === undefined || !sameItem(item, after[at])).map(draw)).toEqual([])
  })

  test('a call whose span has ended does not', () => {
    const { log, spans } = sampleSession()
    const before = conversation(foldAll(log.events)).find(
      (item) => item.kind === 'call' && item.span?.id === spans.edit,
    )
    log.end(spanId(spans.edit), 'ok')
    const after = conversation(foldAll(log.events)).find((item) => item.kind === 'call' && item.span?.id === spans.edit)
    expect(before && after && sameItem(before, after)).toBe(false)
  })
})

function drawNote({ text, count, again }: CallNote): string {
  return `  note ${again ? 'as above' : text}${count === 1 ? '' : `, ${count}×`}`
}

function draw(item: ConversationItem | undefined): string {
  switch (item?.kind) {
    case 'input':
      return `input ${[item.row.origin, item.row.from].filter((part) => part !== null).join(' ')}: ${item.row.text}`
    case 'fork':
      return `fork of ${item.origin.title}`
    case 'reply':
      return `reply${item.leads ? ` ${item.model}` : ''}${item.streaming ? ', streaming' : ''}: ${item.text}`
    case 'call': {
      const { mark, text, shadow } = item.outcome
      const parts = [
        `call ${item.call.name}`,
        mark === null ? null : `[${mark}]`,
        text,
        shadow === null ? null : `(${shadow})`,
      ]
      return [parts.filter((part) => part !== null).join(' '), ...item.notes.map(drawNote)].join('\n')
    }
    case 'question':
      return `question ${item.open ? 'open' : 'answered'}: ${item.question.question.text}`
    case 'note':
      return `note: ${item.text}${item.count === 1 ? '' : `, ${item.count}×`}`
    case 'notes':
      return `and ${item.notes.length} more notes`
    case 'putBack':
      return `put back of ${item.event.turns.join(', ')}: ${item.event.files.map(({ path }) => path).join(', ')}`
    case 'edited':
      return `edited${item.event.by === null ? '' : ` by ${item.event.by}`}: ${editText(item.event.edit)}`
    case 'queued':
      return `queued: ${item.input.text}`
    case 'ending':
      return `ending turn ${item.number} ${item.status}, ${item.tokens.input + item.tokens.output} tokens`
    case undefined:
      return 'nothing'
  }
}
