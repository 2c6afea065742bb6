/** What is kept of a file that loaded, and what comes back of it in another process. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askPoint } from '@belay/hooks'
import { attachmentId, callId } from '@belay/trace'
import { afterEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { createHookLibrary } from '../create-hook-library'
import type { HookLibrary } from '../library'
import { FACTS, realClock } from '../testing/world'
import { bundleHook, versionOf } from './bundle-hook'
import { BundlerProcesses } from './bundler'
import { type KeptCode, type KeptVersion, keptInMemory } from './kept-code'

const open: HookLibrary[] = []
afterEach(async () => {
  for (const library of open.splice(0)) await library.close()
})

const hook = (body: string) => `import { defineHook } from '@belay/hooks'
import { z } from 'zod'
export default defineHook({
  name: 'guard',
  description: 'A guard.',
  points: ['tools.before'],
  params: z.object({ words: z.string().default('no') }),
  run: ${body},
})
`

/** A home with one hook, and what is kept of it. */
function scene(kept: KeptCode = keptInMemory()) {
  const home = freshFolder()
  const file = join(home, 'hooks', 'guard.ts')
  mkdirSync(join(home, 'hooks'))
  const put = (text: string) => writeFileSync(file, text)
  put(hook('(t) => t.deny(t.params.words)'))
  const start = () => {
    const library = createHookLibrary({ home, clock: realClock, kept })
    open.push(library)
    return library
  }
  return { home, file, kept, put, start }
}

async function asked(library: HookLibrary) {
  const who = { id: attachmentId('a'), hook: 'guard', name: 'guard', source: 'library' } as const
  const hooks = await library.load([
    {
      ...who,
      ...{ points: ['tools.before'], mode: 'enforce', onFailure: 'open', params: {}, version: null, error: null },
    },
  ])
  const call = { id: callId('c'), name: 'run', args: {} }
  return askPoint({
    ...{ point: 'tools.before', event: { call }, hooks, facts: FACTS, clock: realClock },
    ...{ signal: new AbortController().signal, sink: null, lastAnswers: null },
    policy: { rewrites: 'first', stopAtFirstBlock: false },
  })
}

describe('the last good version of a file', () => {
  it('answers in another process, with parameters and with the line of what it throws', async () => {
    const { put, start } = scene()
    put(hook("(t) => {\n    if (t.params.words === 'no') throw new RangeError('oh')\n  }"))
    await start().list()
    put('export default ]\n')
    const library = start()
    expect(await library.find('guard')).toMatchObject({ defaults: { words: 'no' }, error: { line: 1 } })
    const { verdicts } = await asked(library)
    expect(verdicts[0]).toMatchObject({ status: 'failed', error: { message: 'RangeError: oh (guard.ts:9)' } })
  })

  it('is kept without the texts of packages', async () => {
    const { file, kept, start } = scene()
    await start().list()
    const { code, map, inputs } = kept.get(file) ?? expect.fail('nothing was kept')
    expect(inputs).toEqual([file])
    const { sourcesContent }: { sourcesContent: (string | null)[] } = JSON.parse(map)
    expect(sourcesContent.filter((text) => text !== null)).toEqual([hook('(t) => t.deny(t.params.words)')])
    expect(code.length + map.length).toBeLessThan(2_000_000)
  })

  it('was known to load since it first did, whatever was started since', async () => {
    const { file, kept, put, start } = scene()
    await start().list()
    const first = kept.get(file)?.at
    const again = start()
    await again.list()
    expect(kept.get(file)?.at).toBe(first)
    put('export default ]\n')
    expect(await again.find('guard')).toMatchObject({ versionAt: first })
  })

  const broken: readonly (readonly [string, (version: KeptVersion) => KeptVersion | null])[] = [
    ['that was never kept', () => null],
    ['that can no more be read', (version) => ({ ...version, described: { hook: { name: 3 } } })],
  ]
  it.each(broken)('%s is none', async (_, change) => {
    const { file, kept, put, start } = scene()
    await start().list()
    const version = change(kept.get(file) ?? expect.fail('nothing was kept'))
    kept.remove(file)
    if (version !== null) kept.set(file, version)
    put('export default ]\n')
    const found = await start().find('guard')
    expect(found).toMatchObject({ version: null, error: { line: 1 } })
    expect(found).not.toHaveProperty('stale')
  })
})

describe('a file that is replaced while it is read', () => {
  it('has the version of what was bundled', async () => {
    const { file, put } = scene()
    const texts = ['1', '2'].map((words) => hook(`(t) => t.deny('${words}')`))
    const versions = new Map<string, string>()
    for (const text of texts) {
      put(text)
      versions.set(versionOf(file, [file]), text)
    }
    const bundler = new BundlerProcesses(realClock, () => undefined)
    let writing = true
    const writer = (async () => {
      for (let at = 0; writing; at += 1) {
        writeFileSync(`${file}.next`, texts[at % 2] ?? '')
        renameSync(`${file}.next`, file)
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const bundles = []
    for (let count = 0; count < 20; count += 1) bundles.push(await bundleHook(bundler, { file }))
    writing = false
    await bundler.close()
    await writer
    for (const bundle of bundles) {
      if (!bundle.ok) continue
      const words = /t\.deny\("(\d)"\)/.exec(bundle.code)?.[1]
      expect(versions.get(bundle.version)).toContain(`t.deny('${words}')`)
    }
    expect(bundles.filter(({ ok }) => ok).length).toBeGreaterThan(10)
  })
})
