/** A guard is not lost because its file was edited: neither in silence, nor while a version of it can still run. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askPoint } from '@belay/hooks'
import { type Attachment, attachmentId, callId, type JsonObject } from '@belay/trace'
import { afterEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { createHookLibrary } from '../create-hook-library'
import type { HookLibrary } from '../library'
import { FACTS, realClock } from '../testing/world'
import { type KeptCode, keptInMemory } from './kept-code'

const open: HookLibrary[] = []
afterEach(async () => {
  for (const library of open.splice(0)) await library.close()
})

interface Text {
  readonly params: string
  readonly says: string
  readonly point?: string
}

const hook = ({ params, says, point = 'tools.before' }: Text) => `import { defineHook } from '@belay/hooks'
import { z } from 'zod'
export default defineHook({ name: 'guard', description: 'A guard.', points: ['${point}'], params: z.object({ ${params} }), run: (t) => t.deny('${says}') })
`

const WORDS: Text = { params: "words: z.string().default('no')", says: 'by words' }
const LIST: Text = { params: 'words: z.array(z.string()).min(1)', says: 'by list' }
const NUMBER: Text = { params: 'words: z.number()', says: 'by number' }

function scene(kept: KeptCode = keptInMemory()) {
  const home = freshFolder()
  const file = join(home, 'hooks', 'guard.ts')
  mkdirSync(join(home, 'hooks'))
  const put = (text: Text) => writeFileSync(file, hook(text))
  const start = () => {
    const library = createHookLibrary({ home, clock: realClock, kept })
    open.push(library)
    return library
  }
  put(WORDS)
  return { file, put, start }
}

function attachment(params: JsonObject, onFailure: Attachment['onFailure'] = 'open'): Attachment {
  return {
    ...{ id: attachmentId('a'), hook: 'guard', name: 'guard', source: 'library', points: ['tools.before'] },
    ...{ mode: 'enforce', onFailure, params, version: null, error: null },
  }
}

async function reason(library: HookLibrary, attached: Attachment): Promise<string | null> {
  const hooks = await library.load([attached])
  const outcome = await askPoint({
    ...{ point: 'tools.before', event: { call: { id: callId('c'), name: 'run', args: {} } }, hooks, facts: FACTS },
    ...{ clock: realClock, signal: new AbortController().signal, sink: null, lastAnswers: null },
    policy: { rewrites: 'first', stopAtFirstBlock: false },
  })
  return outcome.reason
}

const attachedAs = (library: HookLibrary, attached: Attachment) =>
  library.attached?.(attached) ?? expect.fail('it cannot be told')

describe('an attachment whose parameters do not fit the edited file', () => {
  const guard = attachment({ words: 'x' })

  it('goes on in the version that they fitted, and says so with the file', async () => {
    const { file, put, start } = scene()
    const library = start()
    const before = await attachedAs(library, guard)
    expect(await reason(library, guard)).toBe('by words')
    put(LIST)
    expect(await reason(library, guard)).toBe('by words')
    expect(await attachedAs(library, guard)).toMatchObject({
      version: before?.version,
      stale: expect.any(Number),
      error: { file, message: expect.stringMatching(/^its parameters do not fit: words: /) },
      unfit: { why: expect.stringMatching(/^its parameters do not fit: words: /), points: [] },
    })
  })

  it('goes on in it after other edits, and in another process', async () => {
    const { put, start } = scene()
    const library = start()
    await library.list()
    for (const text of [LIST, NUMBER, { ...NUMBER, says: 'otherwise' }]) {
      put(text)
      await library.list()
    }
    expect(await reason(library, guard)).toBe('by words')
    expect(await reason(start(), guard)).toBe('by words')
  })

  it('is of the file again once they fit', async () => {
    const { put, start } = scene()
    const library = start()
    await library.list()
    put(LIST)
    expect(await reason(library, guard)).toBe('by words')
    put({ ...WORDS, says: 'mended' })
    expect(await reason(library, guard)).toBe('mended')
    expect(await attachedAs(library, guard)).toMatchObject({ error: null })
  })

  it('another one that fits is asked as the file is', async () => {
    const { put, start } = scene()
    const library = start()
    await library.list()
    put(LIST)
    expect(await reason(library, attachment({ words: ['x'] }))).toBe('by list')
  })

  it('where no version took them it does not run, by its policy', async () => {
    const { put, start } = scene()
    put(LIST)
    const library = start()
    expect(await attachedAs(library, guard)).toMatchObject({
      version: null,
      error: { message: expect.stringMatching(/^its parameters do not fit: words: /) },
    })
    expect(await reason(library, attachment({ words: 'x' }, 'closed'))).toMatch(/its parameters do not fit/)
  })

  it('a file that is gone takes all its versions along', async () => {
    const { file, put, start } = scene()
    const library = start()
    await library.list()
    put(LIST)
    await library.list()
    rmSync(file)
    await library.list()
    put(LIST)
    expect(await attachedAs(library, guard)).toMatchObject({ version: null })
  })
})

it('an attachment whose points its file has no more does not run, by its policy, and says so', async () => {
  const { put, start } = scene()
  const library = start()
  await library.list()
  put({ ...WORDS, point: 'stop.done' })
  const message = 'it is not at tools.before any more, only at stop.done; attach it anew'
  expect(await attachedAs(library, attachment({}))).toMatchObject({ version: null, error: { message } })
  expect(await reason(library, attachment({}, 'closed'))).toContain(message)
})

describe('an attachment of which the file has some points no more', () => {
  const both = (onFailure: Attachment['onFailure']): Attachment => ({
    ...attachment({}, onFailure),
    points: ['tools.before', 'stop.done'],
  })

  it.each([
    [
      'open is not asked there',
      'open',
      null,
      /^it is not at tools.before any more, only at stop.done; attach it anew$/,
    ],
    [
      'closed refuses there',
      'closed',
      /it is not at tools.before any more/,
      /, and fails closed there; attach it anew$/,
    ],
  ] as const)('that fails %s, runs at the others, and says so', async (_, onFailure, refusal, why) => {
    const { put, start } = scene()
    put({ ...WORDS, point: 'stop.done' })
    const library = start()
    const shown = await attachedAs(library, both(onFailure))
    expect(shown).toMatchObject({
      version: expect.any(String),
      error: null,
      unfit: { why: expect.stringMatching(why), points: ['tools.before'] },
    })
    const said = await reason(library, both(onFailure))
    if (refusal === null) expect(said).toBeNull()
    else expect(said).toMatch(refusal)
  })

  it('one that has them all is as it was attached', async () => {
    const library = scene().start()
    expect(await attachedAs(library, attachment({}))).not.toHaveProperty('unfit')
  })
})

it('a built-in hook with parameters that it does not take says so', async () => {
  const library = scene().start()
  const attached = { ...attachment({ patterns: 3 }), hook: 'block-commands' }
  const message = expect.stringMatching(/^its parameters do not fit/)
  expect(await attachedAs(library, attached)).toMatchObject({ version: null, error: { message } })
})
