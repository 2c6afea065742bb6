/** A hook's time is its own: it does not run while the hook waits for other hooks to let go of the threads. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askPoint, type Hook } from '@belay/hooks'
import { attachmentId, callId } from '@belay/trace'
import { afterEach, expect, it } from 'vitest'
import { createHookLibrary } from '../create-hook-library'
import { FACTS, realClock } from '../testing/world'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

function open(files: Readonly<Record<string, string>>) {
  const home = mkdtempSync(join(tmpdir(), 'belay-busy-'))
  ends.push(() => rmSync(home, { recursive: true, force: true }))
  mkdirSync(join(home, 'hooks'))
  for (const [slug, text] of Object.entries(files)) writeFileSync(join(home, 'hooks', `${slug}.ts`), text)
  const library = createHookLibrary({ home, clock: realClock })
  ends.push(() => library.close())
  return library
}

const hookText = (name: string, timeoutMs: number, body: string) =>
  `import { defineHook } from '@belay/hooks'
export default defineHook({ name: '${name}', description: 'd', timeoutMs: ${timeoutMs}, on: { 'tools.before': (t) => { ${body} } } })`

const attachment = (hook: string) => ({
  ...({ id: attachmentId(`att_${hook}`), hook, name: hook, source: 'library', points: ['tools.before'] } as const),
  ...({ mode: 'enforce', onFailure: 'open', params: {}, version: null, error: null } as const),
})

const ask = (hook: Hook) =>
  askPoint({
    ...{ point: 'tools.before', event: { call: { id: callId('c1'), name: 'run', args: {} } }, hooks: [hook] },
    ...{ facts: FACTS, clock: realClock, sink: null, lastAnswers: null, signal: new AbortController().signal },
    policy: { rewrites: 'first', stopAtFirstBlock: false },
  })

const RUNS_MS = 1_200

it('eight threads are busy for long: a ninth hook with 200 ms that answers at once has not timed out', async () => {
  const busy = Array.from({ length: 8 }, (_, i) => `busy${i}`)
  const library = open({
    ...Object.fromEntries(busy.map((slug) => [slug, hookText(slug, RUNS_MS, 'for (;;) {}')])),
    guard: hookText('guard', 200, "return t.deny('the guard says no')"),
  })
  const hooks = await library.load([...busy, 'guard'].map(attachment))
  const guard = hooks.at(-1)
  if (guard === undefined) throw new Error('no guard')
  const running = hooks.slice(0, -1).map(ask)
  const said = await ask(guard)
  expect(said).toMatchObject({ decision: 'block', reason: 'the guard says no' })
  for (const outcome of await Promise.all(running))
    expect(outcome.verdicts).toMatchObject([{ status: 'failed', error: { kind: 'timeout' } }])
}, 20_000)

it('drafts that never end take no thread of a hook that is attached', async () => {
  const library = open({ guard: hookText('guard', 200, "return t.deny('the guard says no')") })
  const [guard] = await library.load([attachment('guard')])
  if (guard === undefined) throw new Error('no guard')
  const drafts = Array.from({ length: 12 }, async (_, i) => {
    const draft = await library.draft?.(`/nowhere/draft${i}.ts`, hookText(`draft${i}`, 60_000, 'for (;;) {}'))
    const hook = await draft?.load(attachment(`draft${i}`))
    if (hook !== undefined) await ask({ ...hook, timeoutMs: 4_000 })
  })
  const began = performance.now()
  for (let i = 0; i < 20; i += 1) expect(await ask(guard)).toMatchObject({ decision: 'block' })
  expect(performance.now() - began).toBeLessThan(3_000)
  await library.close()
  await Promise.all(drafts)
}, 30_000)
