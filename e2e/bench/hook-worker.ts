/**
 * What a hook file's worker costs: a warm call through the whole pipeline beside the same hook asked in process and the
 * same function called directly, and a `t.store.get` beside the bare round trip of a message to a thread and back, which
 * is the floor for both. Microseconds; the median of rounds.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { askPoint, defineHook, type Hook, type PointAsking } from '@belay/hooks'
import { createHookLibrary } from '@belay/host'
import { attachmentId, type Clock } from '@belay/trace'
import { freshFolder, removeFolder } from '../tests/server'
import { event, facts } from './dispatch'

const ROUNDS = 15
const CALLS = 1_000
/** `t.store.get`s of one asking, so that the asking itself does not count. */
const GETS = 1_000

const clock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

const FILE = `import { defineHook } from '@belay/hooks'
export default defineHook({
  name: 'guard',
  description: 'Looks at the call and passes.',
  points: ['tools.before'],
  run: (t, { call }) => (String(call.args.command).includes('rm -rf') ? t.deny('no') : t.useDefault),
})
`
const READER = `import { defineHook } from '@belay/hooks'
export default defineHook({
  name: 'reader',
  description: 'Reads its store.',
  points: ['tools.before'],
  async run(t) {
    for (let n = 0; n < ${GETS}; n++) await t.store.get('key')
  },
})
`

/** As the file's, in process. */
const guard = defineHook({
  name: 'guard',
  description: 'Looks at the call and passes.',
  points: ['tools.before'],
  run: (t, { call }) => (String(call.args.command).includes('rm -rf') ? t.deny('no') : t.useDefault),
})

function asking(hook: Hook): PointAsking<'tools.before'> {
  return {
    point: 'tools.before',
    event,
    hooks: [hook],
    facts,
    policy: { rewrites: 'first', stopAtFirstBlock: false },
    clock,
    signal: new AbortController().signal,
    sink: null,
    lastAnswers: null,
    callbacks: () => async () => 1,
  }
}

async function microseconds(once: () => unknown, calls = CALLS): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const startedMs = performance.now()
    for (let call = 0; call < calls; call++) await once()
    rounds.push(((performance.now() - startedMs) * 1_000) / calls)
  }
  return rounds.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN
}

function asked(hook: Hook, calls = CALLS): Promise<number> {
  const about = asking(hook)
  return microseconds(() => askPoint(about), calls)
}

/** A message to a thread that sends it back. */
async function bareRoundTrip(): Promise<number> {
  const echo =
    "const { parentPort } = require('node:worker_threads'); parentPort.on('message', (m) => parentPort.postMessage(m))"
  const worker = new Worker(echo, { eval: true })
  let heard: () => void = () => undefined
  worker.on('message', () => heard())
  const once = () =>
    new Promise<void>((done) => {
      heard = done
      worker.postMessage(1)
    })
  const figure = await microseconds(once)
  await worker.terminate()
  return figure
}

export async function benchHookWorker(): Promise<void> {
  const home = freshFolder('bench')
  mkdirSync(join(home, 'hooks'))
  writeFileSync(join(home, 'hooks/guard-file.ts'), FILE)
  writeFileSync(join(home, 'hooks/reader-file.ts'), READER)
  const library = createHookLibrary({ home, clock })
  const [file, reader] = await library.load(
    ['guard-file', 'reader-file'].map((hook) => ({
      ...{ id: attachmentId(hook), hook, name: hook, source: 'library', points: ['tools.before'], mode: 'enforce' },
      ...{ onFailure: 'open', params: {}, version: null, error: null },
    })),
  )
  if (file === undefined || reader === undefined) throw new Error('the hooks of the bench do not load')
  const inProcess: Hook = { ...file, ask: (asked) => guard.answer(asked, {}) }
  const direct = await microseconds(() => guard.answer({ point: 'tools.before', event, facts }, {}))
  const near = await asked(inProcess)
  const floor = await bareRoundTrip()
  const far = await asked(file)
  const get = (await asked(reader, 1)) / GETS
  await library.close()
  removeFolder(home)

  console.log('\nA warm call of a hook file in its worker, µs (median of 15 rounds of 1,000)\n')
  console.log(
    'called directly | asked in process | bare round trip to a thread | asked in its worker | over direct | : direct',
  )
  const row = [direct, near, floor, far, far - direct].map((value) => value.toFixed(1))
  console.log(`${row.join(' | ')} | ${Math.round(far / direct)} : 1`)
  console.log(`\nt.store.get from a worker: ${get.toFixed(1)} µs, ${(get / floor).toFixed(1)} bare round trips`)
  console.log('\nAimed at: under 150 µs over the direct call.')
}
