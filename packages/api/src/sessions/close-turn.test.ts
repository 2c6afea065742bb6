import { join } from 'node:path'
import { openDatabase } from '@belay/db'
import {
  type HookMode,
  type Outcome,
  type SessionId,
  type TraceEventBody,
  type TranscriptRow,
  turnId,
} from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { until } from '../testing/until'
import { freshFolder, openTest } from '../testing/world'
import { UNJUDGED } from './close-turn'

const turn = turnId('trn_died')
const base = { turn, replaces: null, at: 0 }
const prompt: TranscriptRow = { ...base, kind: 'input', id: 1, text: 'my secret', origin: 'person', from: null }
const rewritten: TranscriptRow = { ...prompt, id: 2, text: 'my [masked]', replaces: 1 }
const context: TranscriptRow = { ...prompt, id: 2, text: 'mind the gap', origin: 'hook', from: 'h' }
const reply: TranscriptRow = {
  ...{ ...base, kind: 'reply', id: 2, text: 'Hello.', reasoning: '', calls: [], provider: 'test', model: 'one' },
  ...{ usage: { input: null, cached: null, output: null }, end: 'stop' },
}
const later: TranscriptRow = { ...prompt, id: 3, text: 'one more thing' }

const said = (decision: Outcome['decision']): TraceEventBody => ({
  ...{ type: 'outcome', turn, about: null, point: 'guard.onInput' },
  outcome: {
    ...{ point: 'guard.onInput', decision, value: null, carried: null, reason: null, by: null, context: [], notes: [] },
    ...{ reminders: [], halt: null, haltBy: null, wouldBe: null },
  },
})
const committed = (row: TranscriptRow): TraceEventBody => ({ type: 'row.committed', row })

/** A home whose process died in a turn of which this is on record. */
async function leave(bodies: readonly TraceEventBody[], guard: HookMode | null): Promise<[string, SessionId]> {
  const home = freshFolder()
  const belay = await openTest({ home })
  const attach = guard === null ? [] : [{ hook: 'context', mode: guard }]
  const { id } = await belay.createSession({ workspace: freshFolder('work'), attach })
  const { hash } = await belay.composition(id)
  await belay.close()
  const store = openDatabase({ path: join(home, 'belay.db'), log: () => undefined })
  const started: TraceEventBody = {
    ...{ type: 'turn.started', turn, number: 1, composition: hash, provider: 'test', model: 'one' },
  }
  const from = store.session(id)?.seq ?? 0
  store.append(
    id,
    // As the clock of a turn does, each moment stands behind the last.
    [started, ...bodies].map((body, index) => ({
      ...timed(body, index),
      session: id,
      seq: from + index + 1,
      at: index,
    })),
  )
  store.close()
  return [home, id]
}

function timed(body: TraceEventBody, at: number): TraceEventBody {
  return body.type === 'row.committed' ? { ...body, row: { ...body.row, at } } : body
}

const rows: readonly [
  says: string,
  guard: HookMode | null,
  bodies: readonly TraceEventBody[],
  setAside: number | null,
][] = [
  ['without a guard every input is sent', null, [committed(prompt)], null],
  ['a guard that only looks keeps nothing back', 'shadow', [committed(prompt)], null],
  ['one that is off does neither', 'off', [committed(prompt)], null],
  ['an input that no guard has answered about is set aside', 'enforce', [committed(prompt)], 1],
  ['one that it passed is sent', 'enforce', [committed(prompt), said('pass')], null],
  [
    'one that it rejected is set aside, though that was not committed',
    'enforce',
    [committed(prompt), said('block')],
    1,
  ],
  ['one whose rewrite was not committed is set aside', 'enforce', [committed(prompt), said('rewrite')], 1],
  [
    'one whose rewrite was committed is not',
    'enforce',
    [committed(prompt), said('rewrite'), committed(rewritten)],
    null,
  ],
  ['one that was answered had passed', 'enforce', [committed(prompt), committed(reply)], null],
  ['what a hook itself said is not judged', 'enforce', [committed(prompt), said('pass'), committed(context)], null],
  [
    'an earlier verdict says nothing about a later input',
    'enforce',
    [committed(prompt), said('pass'), committed(reply), committed(later)],
    3,
  ],
]

describe('a turn that is closed for a process that died', () => {
  it.each(rows)('%s', async (_, guard, bodies, setAside) => {
    const [home, id] = await leave(bodies, guard)
    const belay = await openTest({ home })
    const events = await until(belay, id, (event) => event.type === 'turn.ended')
    const aside = events.flatMap((event) =>
      event.type === 'row.committed' && event.row.kind === 'input' && event.row.text === UNJUDGED
        ? [event.row.replaces]
        : [],
    )
    expect(aside).toEqual(setAside === null ? [] : [setAside])
  })
})
