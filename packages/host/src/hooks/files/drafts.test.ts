/** A text that is on no disk, loaded and asked as the file would be. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askPoint, type Hook } from '@belay/hooks'
import { type Attachment, attachmentId, callId } from '@belay/trace'
import { afterEach, describe, expect, it } from 'vitest'
import { statOf } from '../../processes/end-group'
import { freshFolder } from '../../testing/fresh-folder'
import { attachmentVersion } from '../attachment-version'
import { createHookLibrary } from '../create-hook-library'
import type { HookLibrary } from '../library'
import { FACTS, realClock } from '../testing/world'

const open: HookLibrary[] = []
afterEach(async () => {
  for (const library of open.splice(0)) await library.close()
})

function scene() {
  const home = freshFolder()
  const library = createHookLibrary({ home, clock: realClock })
  open.push(library)
  const file = join(home, 'hooks', 'mine.ts')
  const draft = async (text: string) => {
    const made = await library.draft?.(file, text)
    if (made === undefined) throw new Error('this library has files')
    return made
  }
  return { home, library, file, draft }
}

const hook = (body: string) =>
  `import { defineHook } from '@belay/hooks'\nimport { z } from 'zod'\nexport default defineHook({\n  name: 'mine',\n  description: 'Mine.',\n  params: z.object({ most: z.number().default(3) }),\n  on: {\n    'tools.before': ${body},\n  },\n})\n`

const ATTACHED: Attachment = {
  ...{ id: attachmentId('a'), hook: 'mine', name: 'mine', source: 'library', points: ['tools.before'] },
  ...{ mode: 'enforce', onFailure: 'open', params: {}, version: null, error: null },
}

async function notesOf(hook: Hook): Promise<readonly string[]> {
  const outcome = await askPoint({
    ...{
      point: 'tools.before',
      event: { call: { id: callId('c'), name: 'run', args: {} } },
      hooks: [hook],
      facts: FACTS,
    },
    ...{ clock: realClock, signal: new AbortController().signal, sink: null, lastAnswers: null },
    policy: { rewrites: 'first', stopAtFirstBlock: false },
  })
  return outcome.notes
}

describe('a draft of a hook', () => {
  it('is described where neither the file nor its folder is there, and makes neither', async () => {
    const { draft, home } = scene()
    const { hook: described } = await draft(hook('(t) => t.deny("no")'))
    expect(described).toMatchObject({ slug: 'mine', points: ['tools.before'], defaults: { most: 3 }, error: null })
    expect(existsSync(join(home, 'hooks'))).toBe(false)
  })

  it.each([
    ['a syntax error', hook('(t) => t.deny("no"'), 9, /Unexpected/],
    ['a point that there is not', hook('(t) => {}').replace('tools.before', 'tools.befor'), 8, /tools\.befor/],
    ['a throw at its top', `throw new Error('early')\n`, 1, /early/],
    ['no hook at all', 'export const x = 1\n', null, /default export/],
  ])('says of %s where it is', async (_, text, line, message) => {
    const { draft, file } = scene()
    expect((await draft(text)).hook.error).toMatchObject({ file, line, message: expect.stringMatching(message) })
  })

  it('imports what stands beside its file, and checks its parameters', async () => {
    const { draft, home } = scene()
    mkdirSync(join(home, 'hooks'))
    writeFileSync(join(home, 'hooks', '_words.ts'), 'export const word = "rm"\n')
    const made = await draft(`import { word } from './_words'\n${hook('(t) => t.deny(word)')}`)
    expect(made.hook.error).toBeNull()
    expect(await made.checkParams({ most: 'many' })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/most/),
    })
    expect(await made.checkParams({})).toEqual({ ok: true, params: { most: 3 } })
  })

  it('leaves the file of its name as it runs', async () => {
    const { draft, home, library, file } = scene()
    mkdirSync(join(home, 'hooks'))
    writeFileSync(file, hook('(t) => t.deny("saved")'))
    const before = await library.find('mine')
    const made = await draft(hook('(t) => t.deny("draft")'))
    expect(made.hook.version).not.toBe(before?.version)
    expect(await library.find('mine')).toEqual(before)
    const loaded = await made.load(ATTACHED)
    const version = attachmentVersion(made.hook.version ?? '', {})
    expect(loaded).toMatchObject({ unavailable: null, version })
  })
})

describe('what a draft started is ended', () => {
  const starts = (top: string, run: string) => `import { execSync, spawn } from 'node:child_process'
import { defineHook } from '@belay/hooks'
${top}
export default defineHook({ name: 'mine', description: 'Mine.', on: { 'tools.before': (t) => { ${run} } } })
`
  const background = (file: string) => `execSync('sleep 300 & echo $! > ${file}', { stdio: 'ignore' })`
  // Who nobody reaps is a zombie.
  const isGone = (file: string) =>
    expect.poll(() => existsSync(file) && 'ZX'.includes(statOf(readFileSync(file, 'utf8').trim()).state)).toBe(true)

  it('by its check, as soon as that is over', async () => {
    const { draft, home } = scene()
    const file = join(home, 'pid')
    expect((await draft(starts(background(file), ''))).hook.error).toBeNull()
    await isGone(file)
  })

  it.each([
    ['in the background', (file: string) => background(file)],
    [
      'to go on by itself',
      (file: string) =>
        `spawn('sh', ['-c', 'echo $$ > ${file}; exec sleep 300'], { detached: true, stdio: 'ignore' }).unref(); while (!existsSync('${file}'));`,
    ],
  ])('by its asking: %s', async (_, run) => {
    const { draft, home } = scene()
    const file = join(home, 'pid')
    const made = await draft(starts("import { existsSync } from 'node:fs'", `${run(file)}; return t.note('done')`))
    expect(await notesOf(await made.load(ATTACHED))).toEqual(['mine: done'])
    await isGone(file)
  })

  it('where it waits for one that does not end, with its thread', async () => {
    const { draft, home, library } = scene()
    const file = join(home, 'pid')
    const made = await draft(starts('', `execSync('echo $$ > ${file}; sleep 300')`))
    const asked = notesOf({ ...(await made.load(ATTACHED)), timeoutMs: 500 })
    expect(await asked).toEqual([expect.stringMatching(/no answer within 500 ms/)])
    await isGone(file)
    await library.close()
  })
})
