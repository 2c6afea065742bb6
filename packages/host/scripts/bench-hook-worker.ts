/** Prints what asking a hook file costs: `npx tsx packages/host/scripts/bench-hook-worker.ts`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askPoint } from '@belay/hooks'
import { type Attachment, attachmentId, callId } from '@belay/trace'
import { createHookLibrary } from '../src/hooks/create-hook-library'
import { FACTS, realClock } from '../src/hooks/testing/world'

const home = mkdtempSync(join(tmpdir(), 'belay-bench-'))
mkdirSync(join(home, 'hooks'))
writeFileSync(
  join(home, 'hooks/quick.ts'),
  `import { defineHook } from '@belay/hooks'
import { z } from 'zod'
export default defineHook({ name: 'quick', description: 'Defers.', points: ['tools.before'], params: z.object({}), run: (t) => t.useDefault })
`,
)
const library = createHookLibrary({ home, clock: realClock })

async function timed<T>(name: string, run: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await run()
  console.log(`${name.padEnd(44)} ${(performance.now() - start).toFixed(2).padStart(8)} ms`)
  return result
}

function attach(hook: string): Attachment {
  return {
    ...{ id: attachmentId(hook), hook, name: hook, source: 'library', mode: 'enforce', onFailure: 'open' },
    ...{ points: ['tools.before'], params: {}, version: null, error: null },
  }
}

async function ask(hook: string): Promise<void> {
  const hooks = await library.load([attach(hook)])
  const asking = {
    ...{ point: 'tools.before', hooks, facts: FACTS, clock: realClock, sink: null, lastAnswers: null },
    event: { call: { id: callId('c1'), name: 'run', args: { command: 'npm test -- --watch=false' } } },
    policy: { rewrites: 'first', stopAtFirstBlock: false },
    signal: new AbortController().signal,
  } as const
  const times: number[] = []
  for (let i = 0; i < 3_000; i++) {
    const start = performance.now()
    await askPoint(asking)
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => `${((times[Math.floor(times.length * share)] ?? 0) * 1_000).toFixed(0)} µs`
  console.log(`${`asking ${hook}`.padEnd(44)} median ${at(0.5)}, p95 ${at(0.95)}`)
}

await timed('first list (esbuild, a worker, a schema)', () => library.list())
await timed('list again, nothing changed', () => library.list())
await timed('load for a turn', () => library.load([attach('quick')]))
await ask('quick')
await ask('block-commands')
await ask('rewrite-arguments')
await library.close()
rmSync(home, { recursive: true, force: true })
