/**
 * A hook in shadow sees what an obeyed one in its place would see, and nothing of a turn is another because of it: the turn is run
 * once with it, once without, and everything but the record of the hook itself is compared.
 */
import type { JsonObject, PointId, SessionId, TraceEvent } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { HookSpec, Operations } from '../operations'
import { openSpeaking, speaks } from '../testing/speaking-library'
import { ended, logOf, until } from '../testing/until'
import { freshFolder, testTool } from '../testing/world'

const run = testTool('run', async ({ command }) => ({ content: `ran ${command}`, isError: false, facts: {} }))
const steps = [
  { text: 'I look.', calls: [{ name: 'run', args: { command: 'ls' } }] },
  { text: 'Done.' },
  { text: 'Again.' },
]

async function turn(attach: readonly HookSpec[]) {
  const belay = await openSpeaking({ steps, tools: [run] })
  const { id } = await belay.createSession({ workspace: freshFolder('work'), attach, permission: 'auto' })
  await belay.send(id, 'go', { headless: true })
  await until(belay, id, ended)
  const events = await logOf(belay, id)
  return { events, told: [...events.flatMap(toldBy), ...(await requestsOf(belay, id, events))] }
}

/** What each model call was sent. */
async function requestsOf(belay: Operations, id: SessionId, events: readonly TraceEvent[]): Promise<readonly string[]> {
  const calls = events.flatMap((event) =>
    event.type === 'span.started' && event.span.kind === 'model' ? [event.span.id] : [],
  )
  const details = await Promise.all(calls.map((span) => belay.spanDetail(id, span)))
  const ids = /cal_[0-9a-f]+|belay-api-work-\w+/g
  return details.map(({ request }) => JSON.stringify(request).replace(ids, ''))
}

/** What a model, a tool or a person gets to see. */
function toldBy(event: TraceEvent): readonly string[] {
  switch (event.type) {
    case 'row.committed': {
      const { row } = event
      return [row.kind === 'result' ? `result ${row.content}` : `${row.kind} ${row.text}`]
    }
    case 'question.opened':
      return [`question ${event.question.text}`]
    case 'input.queued':
      return [`queued ${event.input.text}`]
    case 'notice':
      return [`notice ${event.text}`]
    case 'turn.ended':
      return [`${event.status} ${event.code} ${event.reason} ${event.answer}`]
    default:
      return []
  }
}

type Row = readonly [says: string, point: PointId, answer: JsonObject | string | null, wouldBe: string]

const beside = { context: ['Mind the gap.'], notes: ['a note'], reminders: ['later'], halt: 'stop here' }
const rows: readonly Row[] = [
  ['refuses a call', 'tools.before', { decision: 'block', reason: 'no' }, 'block'],
  ['rewrites a call', 'tools.before', { decision: 'rewrite', value: { args: { command: 'pwd' } } }, 'rewrite'],
  ['asks', 'tools.before', { decision: 'ask', value: { question: 'Sure?' } }, 'ask'],
  ['answers in the place of the tool', 'tools.before', { decision: 'answer', value: 'made up' }, 'answer'],
  ['allows', 'tools.before', { decision: 'allow' }, 'allow'],
  ['halts, gives context, notes and reminders', 'tools.before', { decision: 'pass', ...beside }, 'pass'],
  ['replaces a result', 'tools.after', 'nothing', 'rewrite'],
  ['tells the model something about a result', 'tools.after', { decision: 'block', reason: 'wrong' }, 'block'],
  ['rewrites what the person said', 'guard.onInput', 'something else', 'rewrite'],
  ['rejects what the person said', 'guard.onInput', { decision: 'block', reason: 'rude' }, 'block'],
  ['rewrites the answer', 'guard.onOutput', 'nothing to see', 'rewrite'],
  ['rejects the answer', 'guard.onOutput', { decision: 'block', reason: 'secret' }, 'block'],
  ['sends the model back to work', 'stop.done', { decision: 'block', reason: 'not yet' }, 'block'],
  ['asks the model again', 'stop.done', { decision: 'ask_again', value: 'Really?' }, 'ask_again'],
  ['takes another pass', 'stop.done', null, 'continue'],
  ['gives the answer', 'stop.done', 'all is well', 'answer'],
  ['changes the request', 'context.build', { system: 'Be rude.' }, 'rewrite'],
  ['halts before the first step', 'session.start', { decision: 'pass', ...beside }, 'pass'],
]

describe('a hook in shadow that', () => {
  for (const [says, point, answer, wouldBe] of rows) {
    it(`${says} at ${point} changes nothing, and the record says what would be: ${wouldBe}`, async () => {
      const plain = await turn([])
      const shadowed = await turn([speaks('shadow', { answer }, { mode: 'shadow', points: [point] })])
      expect(shadowed.told).toEqual(plain.told)
      const outcomes = shadowed.events.flatMap((event) => (event.type === 'outcome' ? [event.outcome] : []))
      expect(new Set(outcomes.map((outcome) => outcome.wouldBe))).toEqual(new Set([wouldBe]))
      for (const { decision, value, halt, context, notes, reminders, by } of outcomes)
        expect({ decision, value, halt, context, notes, reminders, by }).toEqual({
          ...{ decision: 'pass', value: null, halt: null, context: [], notes: [], reminders: [], by: null },
        })
      const enforced = await turn([speaks('shadow', { answer }, { points: [point] })])
      if (wouldBe !== 'allow') expect(enforced.told).not.toEqual(plain.told)
    })
  }

  it('fails closed refuses nothing either, and would have', async () => {
    const plain = await turn([])
    const shadowed = await turn([speaks('shadow', { throws: 'broken' }, { mode: 'shadow', onFailure: 'closed' })])
    expect(shadowed.told).toEqual(plain.told)
    expect(shadowed.events.find((event) => event.type === 'outcome')).toMatchObject({ outcome: { wouldBe: 'block' } })
  })

  it('stands between two that rewrite sees what the one before it made, and the one behind it does, too', async () => {
    const rewrite = (command: string) => ({ answer: { decision: 'rewrite', value: { args: { command } } } })
    const attach = [
      speaks('first', rewrite('one')),
      speaks('shadow', rewrite('two'), { mode: 'shadow' }),
      speaks('last', rewrite('three')),
    ]
    const belay = await openSpeaking({ steps, tools: [run] })
    const { id } = await belay.createSession({
      workspace: freshFolder(),
      attach,
      permission: 'auto',
      rewrites: 'chain',
    })
    await belay.send(id, 'go', { headless: true })
    await until(belay, id, ended)
    const [found] = await belay.findCalls(id, '1', null)
    if (found === undefined) throw new Error('no call')
    const { points } = await belay.whySpan(id, found.span)
    expect(points[0]?.links.map(({ hook, before, proposed }) => [hook, before, proposed])).toEqual([
      ['first', { name: 'run', args: { command: 'ls' } }, null],
      ['shadow', { name: 'run', args: { command: 'one' } }, { name: 'run', args: { command: 'two' } }],
      ['last', { name: 'run', args: { command: 'one' } }, null],
    ])
  })
})
