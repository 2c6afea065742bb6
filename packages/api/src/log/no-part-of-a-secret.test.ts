/** A session in which a secret stands at every place that is cut somewhere: no part of it is stored beside the conversation. */
import { createTools } from '@belay/host'
import { ATTR } from '@belay/trace'
import { expect, it } from 'vitest'
import { ended, until } from '../testing/until'
import { freshFolder, openTest } from '../testing/world'

const KEY = `ghp_${'a1B2'.repeat(9)}`
/** The rest of the text behind a key that begins a few characters before the cut. */
const before = (cut: number) => `${'x'.repeat(cut - 6)} ${KEY} and more of it ${'y'.repeat(400)}`
const PART = KEY.slice(0, 5)

it.each([
  ['the title', 60],
  ['the prompt of the list', 200],
  ['a name, a subject', 300],
  ['arguments of Perfetto', 1_000],
  ['arguments of OpenTelemetry', 32_768],
])('where %s is cut, at %d', async (_, cut) => {
  const run = { name: 'run', args: { command: `echo ${before(cut - 5)}`, env: { DB_PASSWORD: 'horse' } } }
  const belay = await openTest({
    home: freshFolder(),
    steps: [{ calls: [run] }, { text: 'Done.' }],
    tools: (spawner) => createTools({ spawner, shell: true }),
  })
  const { id } = await belay.createSession({ workspace: freshFolder('work'), permission: 'auto' })
  await belay.send(id, before(cut))
  const events = await until(belay, id, ended)
  const { title, lastPrompt } = await belay.session(id)
  const spans = events.flatMap((event) => (event.type === 'span.started' ? [event.span] : []))
  const tool = spans.find(({ kind }) => kind === 'tool')
  if (tool === undefined) throw new Error('no call')
  const detail = await belay.spanDetail(id, tool.id)
  const kept = [title, lastPrompt, spans.map((span) => [span.name, span.attributes]), detail]
  const exports = await Promise.all(
    ['otlp', 'chrome'].map((format) => textOf(belay.exportSession(id, format as 'otlp'))),
  )
  for (const text of [JSON.stringify(kept), ...exports]) {
    expect(text).not.toContain(PART)
    expect(text).not.toContain('horse')
  }
  expect(String(tool.attributes[ATTR.toolSubject]).length).toBeLessThanOrEqual(301)
  expect(JSON.stringify(detail)).toContain('[masked DB_PASSWORD]')
  // The conversation and its log are as they were said: the loop goes by them.
  expect(await textOf(belay.exportSession(id, 'jsonl'))).toContain(KEY)
})

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}
