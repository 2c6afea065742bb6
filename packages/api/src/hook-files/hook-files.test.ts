/** A person's own hook files on a real disk, a real database and real workers. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createHookLibrary } from '@belay/host'
import type { JsonObject } from '@belay/trace'
import { describe, expect, it, vi } from 'vitest'
import { createClock } from '../clock-and-ids'
import { openWith } from '../open'
import type { Operations } from '../operations'
import { worldOf } from '../testing/make-world'
import { afterTest, freshFolder } from '../testing/world'

async function open() {
  const home = freshFolder()
  const library = createHookLibrary({ home, clock: createClock() })
  const belay = await openWith({ home }, () => ({ ...worldOf({}), library }))
  afterTest(async () => {
    await belay.close()
    await library.close()
  })
  mkdirSync(join(home, 'hooks'), { recursive: true })
  const at = (name: string) => join(home, 'hooks', name)
  return { belay, home, at }
}

const hook = (body: string, params = '') =>
  `import { defineHook } from '@belay/hooks'\nimport { z } from 'zod'\nexport default defineHook({\n  name: 'mine',\n  description: 'Mine.',\n  params: z.object({ ${params} }),\n  on: { 'tools.before': ${body} },\n})\n`
const DENIES = hook("(t, call) => t.deny('no ' + call.name)")
const BROKEN = 'export default 1 +\n'

const refused = (belay: Operations, slug: string, text: string, expected: string | null) =>
  belay.saveHookFile({ slug, text, expect: expected })

describe('saving a hook file', () => {
  it('makes the folder and the file, says what it is, and takes the next version of it', async () => {
    const { belay, at } = await open()
    const made = await refused(belay, 'mine', DENIES, null)
    expect(made).toMatchObject({ file: at('mine.ts'), problems: [], running: null, hook: { points: ['tools.before'] } })
    const next = await refused(belay, 'mine', `${DENIES}// more\n`, made.hash)
    expect(await belay.hookFile('mine')).toMatchObject({ text: `${DENIES}// more\n`, hash: next.hash })
    expect(readdirSync(at('.'))).toEqual(['mine.ts'])
  })

  it('keeps what somebody else wrote meanwhile', async () => {
    const { belay, at } = await open()
    const { hash } = await refused(belay, 'mine', DENIES, null)
    writeFileSync(at('mine.ts'), '// another editor\n')
    await expect(refused(belay, 'mine', 'x', hash)).rejects.toThrow(
      /was changed since it was opened\. Nothing was saved/,
    )
    await expect(refused(belay, 'mine', 'x', null)).rejects.toThrow(/There is a file .* by now\. Nothing was saved/)
    expect(readFileSync(at('mine.ts'), 'utf8')).toBe('// another editor\n')
  })

  it('writes what a link leads to, and the link stays one', async () => {
    const { belay, at } = await open()
    const elsewhere = join(freshFolder('elsewhere'), 'elsewhere.ts')
    writeFileSync(elsewhere, DENIES)
    symlinkSync(elsewhere, at('mine.ts'))
    const { hash } = await belay.hookFile('mine')
    await refused(belay, 'mine', `${DENIES}// more\n`, hash)
    expect(lstatSync(at('mine.ts')).isSymbolicLink()).toBe(true)
    expect(readFileSync(elsewhere, 'utf8')).toMatch(/more/)
  })

  it('keeps the mode of the file', async () => {
    const { belay, at } = await open()
    writeFileSync(at('mine.ts'), DENIES)
    chmodSync(at('mine.ts'), 0o600)
    await refused(belay, 'mine', `${DENIES}\n`, (await belay.hookFile('mine')).hash)
    expect(statSync(at('mine.ts')).mode & 0o777).toBe(0o600)
  })

  it('reads no device and writes to none', async () => {
    const { belay, at } = await open()
    symlinkSync('/dev/zero', at('mine.ts'))
    await expect(belay.hookFile('mine')).rejects.toThrow(/can't be read: it is not a regular file/)
    await expect(refused(belay, 'mine', DENIES, 'a')).rejects.toThrow(/not a regular file/)
  })

  it.each([
    ['a folder', (at: string) => mkdirSync(at), /it is a folder/],
    ['a pipe', (at: string) => void execFileSync('mkfifo', [at]), /it is not a regular file/],
    ['a device', (at: string) => symlinkSync('/dev/null', at), /it is not a regular file/],
    ['a link to nothing', (at: string) => symlinkSync('/nowhere/at/all', at), /no such file/],
    ['a circle of links', (at: string) => symlinkSync(at, at), /its links lead in a circle/],
  ])('refuses to read %s, in one sentence that is no failure of the server', async (_, make, reason) => {
    const { belay, at } = await open()
    make(at('mine.ts'))
    const read = belay.hookFile('mine')
    await expect(read).rejects.toThrow(reason)
    await expect(read).rejects.toMatchObject({ code: 'conflict' })
    await expect(refused(belay, 'mine', DENIES, 'a')).rejects.toMatchObject({ code: 'conflict' })
  })

  it('neither shows nor writes a file of the home that a link leads to', async () => {
    const { belay, at, home } = await open()
    const token = readFileSync(join(home, 'token'), 'utf8')
    symlinkSync(join(home, 'token'), at('mine.ts'))
    for (const doing of [
      () => belay.hookFile('mine'),
      () => refused(belay, 'mine', DENIES, 'a'),
      () => refused(belay, 'mine', DENIES, null),
    ])
      await expect(doing()).rejects.toThrow(/a file of Belay's own/)
    expect(readFileSync(join(home, 'token'), 'utf8')).toBe(token)
    const told = [await belay.findHook('mine'), await belay.library(), await belay.doctor(), await belay.checkHooks()]
    expect(JSON.stringify(told)).not.toContain(token.trim())
    await belay.deleteHookFile('mine')
    expect(existsSync(join(home, 'token'))).toBe(true)
  })

  it('shows no secret that an error quotes', async () => {
    const { belay, at, home } = await open()
    const token = readFileSync(join(home, 'token'), 'utf8').trim()
    writeFileSync(at('mine.ts'), `throw new Error('it holds ${token}')\n`)
    const saved = await belay.checkHookText(null, readFileSync(at('mine.ts'), 'utf8'))
    const told = [saved, await belay.findHook('mine'), await belay.library(), await belay.doctor()]
    expect(JSON.stringify(told)).toContain('it holds [masked')
    expect(JSON.stringify(told)).not.toContain(token)
  })

  it('saves what does not load, and says where', async () => {
    const { belay, at } = await open()
    const saved = await refused(belay, 'mine', BROKEN, null)
    expect(saved).toMatchObject({ hook: null, problems: [{ file: at('mine.ts'), line: 2, severity: 'error' }] })
    expect(readFileSync(at('mine.ts'), 'utf8')).toBe(BROKEN)
  })

  it.each([
    ['a name that leads out of the folder', '../mine', 'x', /named with letters, digits and `-`/],
    ['no name', '', 'x', /named with letters/],
    ['a name that is too long', 'a'.repeat(61), 'x', /at most 60/],
    ['a name of a built-in hook', 'block-commands', 'x', /A built-in hook is called block-commands/],
    ['a text that is too large', 'mine', 'x'.repeat(1_048_577), /larger than 1 MiB/],
  ])('refuses %s in a sentence', async (_, slug, text, sentence) => {
    const { belay, at } = await open()
    await expect(refused(belay, slug, text, null)).rejects.toThrow(sentence)
    expect(existsSync(at('mine.ts'))).toBe(false)
  })
})

describe('deleting a hook file', () => {
  it('is refused while it is attached, unless it is forced', async () => {
    const { belay, at, home } = await open()
    await refused(belay, 'mine', DENIES, null)
    const folder = freshFolder('work')
    const { id } = await belay.createSession({ workspace: folder, title: 'Busy', attach: [{ hook: 'mine' }] })
    expect(await belay.hookUses('mine')).toMatchObject([{ session: id, title: 'Busy', points: ['tools.before'] }])
    await expect(belay.deleteHookFile('mine')).rejects.toThrow('mine is attached in a session.')
    await belay.deleteHookFile('mine', { force: true })
    expect(existsSync(at('mine.ts'))).toBe(false)
    await expect(belay.hookFile('mine')).rejects.toThrow(`There is no hook file called mine in ${join(home, 'hooks')}.`)
  })
})

describe('trying a text', () => {
  const event = { call: { id: 'c1', name: 'run', args: { command: 'ls' } } }
  const draft = { slug: null, params: {}, point: 'tools.before', event, workspace: null } as const

  it('gives the verdict, and saves nothing', async () => {
    const { belay, at } = await open()
    expect(await belay.fireDraft({ ...draft, text: DENIES })).toMatchObject({
      ok: true,
      outcome: { decision: 'block', by: 'mine', reason: 'no run' },
    })
    expect(readdirSync(at('.'))).toEqual([])
  })

  it.each([
    ['a text that does not load', { text: BROKEN }, { line: 2 }],
    ['a point that it does not stand at', { text: DENIES, point: 'stop.done' }, { message: /not stand at stop\.done/ }],
    [
      'parameters that do not fit',
      { text: hook('() => {}', 'most: z.number()'), params: { most: 'x' } },
      { message: /parameters do not fit: most/ },
    ],
  ] as const)('says of %s what is wrong', async (_, change, problem) => {
    const { belay } = await open()
    const fired = await belay.fireDraft({ ...draft, ...change })
    const message = 'message' in problem ? { message: expect.stringMatching(problem.message) } : problem
    expect(fired).toMatchObject({ ok: false, problems: [{ severity: 'error', ...message }] })
  })

  it('says in which line it threw', async () => {
    const { belay } = await open()
    const fired = await belay.fireDraft({ ...draft, slug: 'mine', text: hook("() => { throw new Error('oh') }") })
    expect(fired).toMatchObject({
      outcome: { verdicts: [{ error: { message: expect.stringMatching(/oh.*mine\.ts:7/) } }] },
    })
  })

  it('ends with its signal, whatever the hook does', async () => {
    const { belay, at } = await open()
    const controller = new AbortController()
    const sign = at('_runs')
    const runaway = hook(`() => { writeFileSync(${JSON.stringify(sign)}, ''); for (;;) {} }`)
    const text = `import { writeFileSync } from 'node:fs'\n${runaway}`
    const fired = belay.fireDraft({ ...draft, text }, controller.signal)
    await vi.waitFor(() => expect(existsSync(sign)).toBe(true), 5_000)
    const before = performance.now()
    controller.abort()
    await fired
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})

describe('templates', () => {
  it('each loads as it is and stands at its point', async () => {
    const { belay } = await open()
    const templates = await belay.hookTemplates()
    expect(templates).toHaveLength(14)
    for (const { point, text } of templates) {
      const check = await belay.checkHookText(null, text)
      expect(check, point).toMatchObject({ problems: [], hook: { points: [point] } })
    }
  })

  it('judges the calls of every tool that its matcher names', async () => {
    const { belay } = await open()
    const calls: Readonly<Record<string, JsonObject>> = {
      run: { command: 'git push --force' },
      'files.write': { file_path: 'a', content: 'git push --force' },
      'files.edit': { file_path: 'a', old_string: 'x', new_string: 'git push --force' },
    }
    const tried: string[] = []
    for (const { point, text } of await belay.hookTemplates()) {
      const check = await belay.checkHookText(null, text)
      for (const tool of check.hook?.matcher?.split('|') ?? []) {
        const event = { call: { id: 'c1', name: tool, args: calls[tool] ?? {} } }
        const params = check.hook?.defaults ?? {}
        const fired = await belay.fireDraft({ slug: null, text, params, point, event, workspace: null })
        expect(fired, `${point} on ${tool}`).toMatchObject({ ok: true, outcome: { decision: 'block' } })
        tried.push(`${point} ${tool}`)
      }
    }
    expect(tried).toContain('tools.before run')
  })
})
