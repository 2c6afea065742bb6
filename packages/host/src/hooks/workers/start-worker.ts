/** The thread of a hook file, before it has its code: with its own start, its own streams, and none of this process's keys. */
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { HEAP_MIB, NURSERY_MIB } from './worker-limits'
import { WORKER_SOURCE } from './worker-source'

/** What code prints is kept from stdout and cut here, so that a flood costs nothing. */
const MOST_PRINTED = 10_000

/** `mark` is what the programs that its code waits for carry in their environment. */
export function startWorker(mark: string, print: (text: string) => void): Worker {
  const worker = new Worker(WORKER_SOURCE, {
    eval: true,
    name: 'belay hooks',
    workerData: { mark },
    // No loader and no flags of this process.
    execArgv: [],
    env: withoutSecrets(process.env),
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB, maxYoungGenerationSizeMb: NURSERY_MIB },
  })
  worker.unref()
  for (const stream of [worker.stdout, worker.stderr]) {
    keepNothingAlive(stream)
    stream.on('data', (chunk: Buffer) => print(chunk.toString('utf8').slice(0, MOST_PRINTED)))
  }
  return worker
}

/** Whoever reads such a stream keeps the process alive by it, and `worker.unref()` does not change that. Node itself sets this where it reads them. */
function keepNothingAlive(stream: Readable): void {
  const key = Object.getOwnPropertySymbols(stream).find(({ description }) => description === 'kIncrementsPortRef')
  if (key !== undefined) Reflect.set(stream, key, false)
}

const SECRET = /_API_KEY$|_TOKEN$|_SECRET|_PASSWORD$/i

function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.Dict<string> {
  const kept = Object.entries(env).filter(([name]) => !SECRET.test(name) && name !== 'NODE_OPTIONS')
  return Object.fromEntries(kept)
}
