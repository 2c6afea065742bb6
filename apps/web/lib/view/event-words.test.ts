/** The sample session, event by event. */
import { foldAll, stateAt, type TraceEvent } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { sampleSession } from '../testing/sample-session'
import { placeOfEvent } from './event-place'
import { describeEvent } from './event-words'

const { log, spans } = sampleSession()
const state = foldAll(log.events)
const [, turn] = state.turns
if (turn === undefined) throw new Error('the sample has two turns')

/** The first event that is meant, and the session after it. */
function at(isMeant: (event: TraceEvent) => boolean) {
  const index = turn?.events.findIndex(isMeant) ?? -1
  const event = turn?.events[index]
  if (turn === undefined || event === undefined) throw new Error('there is no such event')
  return { event, after: stateAt(state, turn, index + 1) }
}

const isVerdictOf = (hook: string, about: string) => (event: TraceEvent) =>
  event.type === 'verdict' && event.verdict.hook === hook && event.about === about

describe('an event in words', () => {
  const rows: readonly [name: string, isMeant: (event: TraceEvent) => boolean, title: string, text: string][] = [
    ['the first', () => true, 'The turn starts', 'on scripted/tour'],
    [
      'a message',
      ({ type }) => type === 'row.committed',
      'Your message is committed',
      'Tidy the repo and delete the build folder.',
    ],
    ['a step', (event) => event.type === 'span.started' && event.span.kind === 'step', 'Step 1 begins', ''],
    [
      'a call',
      (event) => event.type === 'span.started' && event.span.id === spans.refused,
      'run is called',
      'rm -rf build',
    ],
    ['a refusal', isVerdictOf('workspace-fence', spans.refused), 'workspace-fence answers', 'blocked: outside scope'],
    ['a hook that is not asked', isVerdictOf('block-commands', spans.edit), 'block-commands is not asked', 'matcher'],
    [
      'an outcome',
      (event) => event.type === 'outcome' && event.about === spans.refused,
      'tools.before comes to',
      'refused by workspace-fence: outside scope',
    ],
    [
      'a result',
      (event) => event.type === 'row.committed' && event.row.kind === 'result' && event.row.isError,
      'The error result of run is committed',
      'refused by workspace-fence: outside scope',
    ],
    [
      'the end of a refused call',
      (event) => event.type === 'span.ended' && event.id === spans.refused,
      'run was refused',
      '',
    ],
    ['a call that waits', ({ type }) => type === 'span.changed', 'files.edit waits for you', ''],
    ['a question', ({ type }) => type === 'question.opened', 'A question waits for you', 'Edit src/lexer.ts (+2 −2)?'],
    ['a turn that waits', ({ type }) => type === 'turn.status', 'The turn waits for you', ''],
  ]
  test.each(rows)('%s', (_, isMeant, title, text) => {
    const { event, after } = at(isMeant)
    const words = describeEvent(after, event)
    expect([words.title, words.text.startsWith(text)]).toEqual([title, true])
  })

  test('carries the sign of what was said, hollow where it was said in shadow', () => {
    const { event, after } = at(isVerdictOf('no-untested-edits', spans.edit))
    expect(describeEvent(after, event)).toMatchObject({ mark: 'block', ghost: true })
  })
})

describe('where an event shows', () => {
  test('a verdict at its hook, and in the row of its call', () => {
    const { event, after } = at(isVerdictOf('workspace-fence', spans.refused))
    const { point, span, row } = placeOfEvent(after, event)
    expect([point, after.spans.get(span ?? spans.edit)?.name, row]).toEqual([null, 'workspace-fence', spans.refused])
  })

  const rows: readonly [name: string, isMeant: (event: TraceEvent) => boolean, place: object][] = [
    [
      'an outcome at its station',
      (event) => event.type === 'outcome' && event.about === spans.refused,
      { point: 'tools.before', span: spans.refused, row: spans.refused },
    ],
    [
      'a question at the call',
      ({ type }) => type === 'question.opened',
      { point: 'tools.before', span: spans.edit, row: spans.edit },
    ],
    [
      'a result at its call',
      (event) => event.type === 'row.committed' && event.row.kind === 'result' && event.row.isError,
      { point: null, span: spans.refused, row: spans.refused },
    ],
    ['the start of the turn nowhere', () => true, { point: null, span: null, row: null }],
  ]
  test.each(rows)('%s', (_, isMeant, place) => {
    const { event, after } = at(isMeant)
    expect(placeOfEvent(after, event)).toEqual(place)
  })

  test('a reply at its model call', () => {
    const { event, after } = at((each) => each.type === 'row.committed' && each.row.kind === 'reply')
    const { span, row } = placeOfEvent(after, event)
    expect([after.spans.get(span ?? spans.edit)?.kind, row]).toEqual(['model', span])
  })
})
