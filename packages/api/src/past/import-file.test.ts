import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foldAll, type SessionId } from '@belay/trace'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBelay } from '../composition-root'
import type { Operations } from '../operations'

const root = mkdtempSync(join(tmpdir(), 'belay-import-'))
const file = join(root, 'spans.json')
const workspace = join(root, 'project')
mkdirSync(workspace)
let belay: Operations
let homes = 0

beforeEach(async () => {
  homes += 1
  belay = await openBelay({ home: join(root, `home-${homes}`) })
})
afterEach(() => belay.close())
afterAll(() => rmSync(root, { recursive: true, force: true }))

const importSpans = (spans: unknown) => {
  writeFileSync(file, typeof spans === 'string' ? spans : JSON.stringify(spans))
  return belay.importFile({ path: file, workspace })
}

async function stateOf(session: SessionId) {
  const stop = new AbortController()
  const events = []
  for await (const batch of belay.events(session, 0, stop.signal)) {
    events.push(...batch.events)
    if (batch.live) break
  }
  return foldAll(events)
}

const spans = [
  { id: 'a', parent: null, name: 'turn 1', start: 0, end: 100 },
  { id: 'b', parent: 'a', name: 'Bash', start: 10, end: 5 },
  { id: 'c', parent: 'x', name: 'Read', start: 20, end: 30 },
  7,
]

describe('importing a file of spans', () => {
  it('makes one session with one turn that has ended, and says what did not fit', async () => {
    const report = await importSpans(spans)
    expect(report).toMatchObject({
      ...{ file, format: 'spans', records: 4, clock: 1, breaks: 1 },
      unparsed: [{ line: 4, reason: 'not an object but a number' }],
    })
    const [session] = report.sessions
    const state = await stateOf(session as SessionId)
    expect(state.turns).toMatchObject([{ number: 1, status: 'completed', startedAt: 0, endedAt: 100 }])
    expect([...state.spans.values()].map((span) => span.name)).toEqual(['spans.json', 'turn 1', 'Bash', 'Read'])
    expect(await belay.session(session as SessionId)).toMatchObject({ title: 'spans.json', workspace, turns: 1 })
  })

  it('changes nothing when the same content comes again, from whatever name', async () => {
    const first = await importSpans(spans)
    const before = await belay.sessions()
    expect(await importSpans(spans)).toEqual(first)
    expect(await belay.sessions()).toEqual(before)
  })

  it.each([
    ['what is not JSON', '[\n  {"a":1},\n  x]', /spans\.json:3:3 is not JSON: unexpected 'x'/],
    ['what is no list', '{}', /one JSON array/],
    ['a list without spans', '[1]', /no span/],
  ])('refuses %s and makes no session', async (_, text, sentence) => {
    await expect(importSpans(text)).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringMatching(sentence),
    })
    expect(await belay.sessions()).toEqual([])
  })

  it('refuses a folder, and a path where nothing is', async () => {
    await expect(belay.importFile({ path: root, workspace })).rejects.toThrow(/is not a file/)
    await expect(belay.importFile({ path: join(root, 'none'), workspace })).rejects.toThrow(/no file/)
  })
})
