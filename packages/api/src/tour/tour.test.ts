import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldAll, type TraceEvent } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { openBelay } from '../composition-root'
import { asked, ended, until } from '../testing/until'
import { afterTest, freshFolder } from '../testing/world'
import { TOUR_PROMPTS } from './tour'

/** The shipped script without its pauses: a script of the home's own comes before one of ours. */
function hurry(home: string): void {
  const shipped = readFileSync(new URL('../../scripts/tour.yaml', import.meta.url), 'utf8')
  mkdirSync(join(home, 'scripts'))
  writeFileSync(join(home, 'scripts/tour.yaml'), shipped.replace(/^ +(?:delayMs|tokensPerSecond): .*\n/gm, ''))
}

const replied = (event: TraceEvent) => event.type === 'row.committed' && event.row.kind === 'reply'
const begins = (event: TraceEvent) =>
  event.type === 'row.committed' && event.row.kind === 'input' && event.row.text === TOUR_PROMPTS[0]

async function openTour() {
  const home = freshFolder()
  hurry(home)
  const belay = await openBelay({ home })
  afterTest(() => belay.close())
  await belay.beginTour()
  const [session] = await belay.sessions()
  if (session === undefined) throw new Error('no tour')
  return { home, belay, session }
}

describe('the tour', () => {
  it('fixes the bug under a refusal and added context, then waits with a rewritten call; an answer ends it', async () => {
    const { home, belay, session } = await openTour()
    expect(session).toMatchObject({ tour: true, permission: 'auto', hooks: 4 })
    const waiting = foldAll(await until(belay, session.id, asked))
    expect(waiting.turns.map((turn) => turn.status)).toEqual(['completed', 'waiting'])
    expect(waiting.rows.flatMap((row) => (row.kind === 'input' ? [row.origin] : []))).toEqual([
      'person',
      'hook',
      'person',
    ])
    const decisions = waiting.turns.flatMap((turn) => turn.verdicts.map((entry) => entry.verdict.decision))
    for (const decision of ['block', 'rewrite', 'ask']) expect(decisions).toContain(decision)
    const sample = join(home, 'tour/workspace')
    expect(readFileSync(join(sample, 'src/mix.mjs'), 'utf8')).toContain('raisins: grams * 0.2')
    expect(existsSync(join(sample, 'cache/README.md'))).toBe(true)
    expect(existsSync(join(sample, 'cache/mix-500.tmp'))).toBe(false)
    const [question] = await belay.questions(session.id)
    expect(question).toMatchObject({
      hook: 'ask-before',
      call: { args: { command: 'node scripts/release.mjs --dry-run' } },
    })
    if (question === undefined) throw new Error('no question')
    await belay.answer(session.id, question.id, { say: 'allow', scope: 'once', args: null })
    const after = foldAll(
      await until(belay, session.id, (event) => event.type === 'turn.ended' && event.turn === question.turn),
    )
    expect(after.turns[1]?.answer).toContain('would release trail-mix 1.2.0')
    expect(existsSync(join(sample, 'RELEASED'))).toBe(false)
  })

  it('is there once, and runs again on a fresh copy of its folder, also over a question that is open', async () => {
    const { home, belay, session } = await openTour()
    await belay.beginTour()
    expect(await belay.sessions()).toHaveLength(1)
    const first = await until(belay, session.id, asked)
    const fixed = join(home, 'tour/workspace/src/mix.mjs')
    expect(await belay.runTour()).toEqual({ session: session.id })
    expect(readFileSync(fixed, 'utf8')).toContain('raisins: grams * 0.3')
    const second = await until(belay, session.id, asked, first.at(-1)?.seq)
    const state = foldAll([...first, ...second])
    expect(state.turns.map((turn) => turn.status)).toEqual(['completed', 'stopped', 'completed', 'waiting'])
    const prompts = state.rows.flatMap((row) => (row.kind === 'input' && row.origin === 'person' ? [row.text] : []))
    expect(prompts).toEqual([...TOUR_PROMPTS, ...TOUR_PROMPTS])
    expect(readFileSync(fixed, 'utf8')).toContain('raisins: grams * 0.2')
  })

  it('begins with its first part whenever it is run again, however far it was', async () => {
    const { belay, session } = await openTour()
    const interruptions = [replied, asked, replied, replied, ended, asked]
    let after = 0
    for (const fits of interruptions) {
      after = (await until(belay, session.id, fits, after)).at(-1)?.seq ?? after
      await Promise.all([belay.runTour(), belay.runTour()])
    }
    let begun = 0
    const events = await until(belay, session.id, (event) => {
      if (begins(event)) begun += 1
      return begun > interruptions.length && asked(event)
    })
    const { rows } = foldAll(events)
    const turns = events.filter(begins).flatMap((event) => (event.type === 'row.committed' ? [event.row.turn] : []))
    expect(new Set(turns).size).toBe(interruptions.length + 1)
    const firsts = turns.flatMap((turn) => rows.find((row) => row.turn === turn && row.kind === 'reply') ?? [])
    expect(new Set(firsts.map((row) => row.kind === 'reply' && row.text))).toEqual(new Set(["I'll look around first."]))
  })

  it('can be deleted: asked for, there is a new one, and it never comes back by itself', async () => {
    const { belay, session } = await openTour()
    await belay.deleteSession(session.id)
    await belay.beginTour()
    expect(await belay.sessions()).toEqual([])
    const { session: second } = await belay.runTour()
    expect(second).not.toBe(session.id)
    expect(await belay.sessions()).toMatchObject([{ id: second, tour: true }])
    for (const id of [second, session.id]) {
      if (id === second) await belay.deleteSession(id)
      await belay.purgeSession(id)
    }
    await belay.beginTour()
    expect(await belay.sessions()).toEqual([])
  })
})

describe('a new session', () => {
  it('talks to a script that looks and changes nothing', async () => {
    const home = freshFolder()
    const belay = await openBelay({ home })
    afterTest(() => belay.close())
    const { id, model } = await belay.createSession({ workspace: freshFolder('workspace') })
    expect(model).toBe('scripted/look-around')
    let after = 0
    for (const prompt of ['hello', 'and again']) {
      await belay.send(id, prompt)
      const events = await until(belay, id, ended, after)
      after = events.at(-1)?.seq ?? after
      expect(events.find(ended)).toMatchObject({
        status: 'completed',
        answer: expect.stringContaining('scripted model'),
      })
    }
  })
})
