/** What a hook's file leaves running when it has answered costs that file alone, and not for ever. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askPoint, type Hook } from '@belay/hooks'
import { attachmentId, callId } from '@belay/trace'
import { afterEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { createHookLibrary } from '../create-hook-library'
import type { HookLibrary } from '../library'
import { FACTS, realClock } from '../testing/world'

const open: HookLibrary[] = []
afterEach(async () => {
  for (const library of open.splice(0)) await library.close()
})

const text = (name: string, body: string) => `import { defineHook } from '@belay/hooks'
export default defineHook({ name: '${name}', description: 'd', timeoutMs: 20_000, on: { 'tools.before': async (t) => { ${body} } } })`

async function scene(files: Readonly<Record<string, string>>) {
  const home = freshFolder()
  mkdirSync(join(home, 'hooks'))
  const put = (slug: string, body: string) => writeFileSync(join(home, 'hooks', `${slug}.ts`), text(slug, body))
  for (const [slug, body] of Object.entries(files)) put(slug, body)
  const printed: string[] = []
  const library = createHookLibrary({ home, clock: realClock, print: (line) => printed.push(line) })
  open.push(library)
  const ask = async (slug: string) => {
    const hooks = await library.load([
      {
        ...{ id: attachmentId(slug), hook: slug, name: slug, source: 'library', points: ['tools.before'] },
        ...{ mode: 'enforce', onFailure: 'open', params: {}, version: null, error: null },
      },
    ])
    return outcomeOf(hooks)
  }
  return { home, library, put, printed, ask }
}

function outcomeOf(hooks: readonly Hook[]) {
  return askPoint({
    ...{ point: 'tools.before', event: { call: { id: callId('c'), name: 'run', args: {} } }, hooks, facts: FACTS },
    ...{ clock: realClock, signal: new AbortController().signal, sink: null, lastAnswers: null },
    policy: { rewrites: 'first', stopAtFirstBlock: false },
  })
}

/** Asks its files long enough for what was left to happen meanwhile. */
const GUARD = "await new Promise((go) => setTimeout(go, 600)); return t.deny('the guard says no')"
const FILL = 'const kept = []; const more = () => { for (let n = 0; n < 4; n++) kept.push(Buffer.alloc(2 ** 25, 1)) }'

describe('while another file is asked, what is left behind', () => {
  it.each([
    ['throws', "setTimeout(() => { throw new Error('late') }, 100)"],
    ['rejects', "setTimeout(() => Promise.reject(new Error('late')), 100)"],
    ['exits', 'setTimeout(() => process.exit(3), 100)'],
    ['ends the app, as it thinks', 'setTimeout(() => process.kill(process.pid), 100)'],
    ['loops', 'setTimeout(() => { for (;;) {} }, 100)'],
    ['fills the memory', `${FILL}; setTimeout(() => setInterval(more, 1), 100)`],
    ['fills the memory in a loop', `${FILL}; setTimeout(() => { for (;;) more() }, 100)`],
  ])('%s: the other one answers', async (_, left) => {
    const { ask } = await scene({ leaves: `${left}; return t.note('left')`, guard: GUARD })
    expect((await ask('leaves')).notes).toEqual(['leaves: left'])
    const outcome = await ask('guard')
    expect(outcome.verdicts).toMatchObject([{ status: 'answered', error: null }])
    expect(outcome).toMatchObject({ decision: 'block', reason: 'the guard says no' })
  })

  it('changed what all code of a thread shares: the other one sees nothing of it', async () => {
    const { ask } = await scene({
      patches:
        "Array.prototype.includes = () => false; globalThis.seen = 1; process.env.SEEN = '1'; return t.note('patched')",
      guard: "return [1].includes(1) && !('seen' in globalThis) && !process.env.SEEN ? t.deny('no') : t.note('fooled')",
    })
    expect((await ask('patches')).notes).toEqual(['patches: patched'])
    expect((await ask('guard')).decision).toBe('block')
  })

  it('belongs to the version that left it', async () => {
    const { put, ask } = await scene({ guard: "globalThis.seen = 1; return t.note('first')" })
    expect((await ask('guard')).notes).toEqual(['guard: first'])
    put('guard', "return t.note('seen' in globalThis ? 'fooled' : 'second')")
    expect((await ask('guard')).notes).toEqual(['guard: second'])
  })
})

it('a file keeps its state from call to call, also where more files than threads are asked in between', async () => {
  const others = Array.from({ length: 10 }, (_, at) => `other${at}`)
  const count = "globalThis.n = (globalThis.n ?? 0) + 1; return t.note('call ' + globalThis.n)"
  const { ask } = await scene({
    counts: count,
    ...Object.fromEntries(others.map((slug) => [slug, 'return undefined'])),
  })
  await ask('counts')
  await Promise.all(others.map(ask))
  expect((await ask('counts')).notes).toEqual(['counts: call 2'])
})

it('more files than threads are all asked', async () => {
  const slugs = Array.from({ length: 34 }, (_, at) => `hook${at}`)
  const { ask } = await scene(Object.fromEntries(slugs.map((slug) => [slug, `return t.deny('${slug}')`])))
  for (const _ of [1, 2]) expect((await Promise.all(slugs.map(ask))).map(({ reason }) => reason)).toEqual(slugs)
}, 60_000)

describe('a thread without a call', () => {
  it('that goes on using a processor is ended, which is said once', async () => {
    const busy = 'setInterval(() => { const until = Date.now() + 5; while (Date.now() < until); }, 1)'
    const { home, printed, ask } = await scene({
      busy: `globalThis.n = (globalThis.n ?? 0) + 1; ${busy}; return t.note('n ' + globalThis.n)`,
    })
    const said = `${join(home, 'hooks/busy.ts')}: it had answered and went on using a processor (a timer or a loop that it left running); its thread was ended`
    await ask('busy')
    await expect.poll(() => printed, { timeout: 15_000 }).toEqual([said])
    expect((await ask('busy')).notes).toEqual(['busy: n 1'])
  }, 20_000)

  it('that looks at something now and then stays', async () => {
    const { printed, ask } = await scene({
      busy: 'for (const end = Date.now() + 5; Date.now() < end; ); setInterval(() => { for (;;) {} }, 1)',
      calm: "globalThis.n = (globalThis.n ?? 0) + 1; setInterval(() => process.uptime(), 100); return t.note('n ' + globalThis.n)",
    })
    await ask('calm')
    await ask('busy')
    await expect.poll(() => printed.length, { timeout: 15_000 }).toBe(1)
    expect((await ask('calm')).notes).toEqual(['calm: n 2'])
  }, 20_000)
})

describe('what is thrown is named', () => {
  it.each([
    ['an object', 'throw { code: 7 }', 'it threw {"code":7}'],
    ['an object with a message', "throw { message: 'no', code: 7 }", 'no'],
    ['nothing', 'return Promise.reject()', 'it threw undefined'],
    ['a text', "throw 'no'", 'it threw "no"'],
    ['an error without a message', "throw new Error('')", 'it threw an Error without a message'],
    ['a function', 'throw () => 1', 'it threw a function'],
    ['an error', "throw new RangeError('no')", 'RangeError: no'],
  ])('%s', async (_, body, message) => {
    const { ask } = await scene({ throws: body })
    const [verdict] = (await ask('throws')).verdicts
    expect(verdict?.error?.message.replace(/ \(throws\.ts:\d+\)$/, '')).toBe(message)
  })

  it('a promise that was forgotten, while it is asked', async () => {
    const { ask } = await scene({
      forgets:
        "const later = async () => { throw new Error('no') }; later(); await new Promise((go) => setTimeout(go, 50)); return t.note('fine')",
    })
    const [verdict] = (await ask('forgets')).verdicts
    expect(verdict?.error?.message).toMatch(
      /^a promise that it did not await was rejected: Error: no \(forgets\.ts:2\)$/,
    )
  })

  it.each([
    [
      'a promise that was forgotten, when it has answered',
      "const later = async () => { throw new Error('no') }; later()",
      'a promise that it did not await was rejected: Error: no',
    ],
    ['a timer that throws, when it has answered', "setTimeout(() => { throw new Error('late') }, 10)", 'Error: late'],
  ])('%s: in the log, and its answer holds', async (_, leaves, said) => {
    const { home, printed, ask } = await scene({ forgets: `${leaves}; return t.deny('no')` })
    expect(await ask('forgets')).toMatchObject({ decision: 'block', reason: 'no' })
    const file = join(home, 'hooks/forgets.ts')
    await expect
      .poll(() => printed)
      .toEqual([`${file}: it had answered and threw where nobody hears it (${said}); its thread was ended`])
  })

  it('what is awaited outside of a function is said for people', async () => {
    const { home, library } = await scene({})
    writeFileSync(join(home, 'hooks/waits.ts'), `await 1\n${text('waits', '')}`)
    const message = expect.stringMatching(/^it awaits outside of its functions/)
    expect(await library.find('waits')).toMatchObject({ error: { line: 1, message } })
  })
})
