/**
 * A runner of command hooks in a thread of its own, so that starting a command, reading what it says and filling up what waits
 * stops this one's event loop for no longer than two messages take. Promises: all that a runner does. A thread that died is
 * replaced at the next command; what ran on it is ended by its launcher and told as killed, and where the thread itself could not
 * start, as not started with why. Commands that stay (`persistent`) are asked from this thread: an answer takes less than a message does.
 */
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { CommandEnd, CommandRequest, CommandRun, CommandRunner } from '../../run'
import { createCommandRunner, SIDE_BY_SIDE } from '../create-command-runner'
import { createSlots } from '../slots'
import type { Env } from '../start-line'
import { emptyRun, notStarted } from '../told-word'
import { createWaitingShells } from '../waiting-shells'
import type { FromThread, ToThread } from './messages'

/** One stays for a whole session. */
const FOR_PERSISTENT = { least: 1, most: 2 }

/** How a command ended whose thread died. */
interface Died {
  readonly died: CommandEnd
}

type Settle = (message: FromThread | Died) => void

const KILLED: CommandEnd = { by: 'signal', signal: 'SIGKILL' }

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, Settle>
  readonly gone: Promise<void>
}

/** `entry` is the file that `main.ts` beside was built into. */
export function createThreadedRunner(entry: URL): CommandRunner {
  const staying = createCommandRunner(createWaitingShells({ waiting: FOR_PERSISTENT }))
  const state: { thread: Thread | null; env: Env | null; ids: number; closed: boolean } = {
    ...{ thread: null, env: null, ids: 0, closed: false },
  }

  function thread(): Thread {
    state.thread ??= openThread(entry, (gone) => {
      if (state.thread === gone) state.thread = null
    })
    return state.thread
  }

  function ask(make: (id: number) => ToThread, { worker, waiting } = thread()): Asked {
    const id = state.ids++
    const answer = new Promise<FromThread | Died>((resolve) => {
      waiting.set(id, (message) => {
        waiting.delete(id)
        if (waiting.size === 0) worker.unref()
        resolve(message)
      })
    })
    if (waiting.size === 1) worker.ref()
    worker.postMessage(make(id))
    return { answer, stop: () => worker.postMessage({ do: 'stop', id } satisfies ToThread) }
  }

  async function run(request: CommandRequest): Promise<CommandRun> {
    const { signal, ...rest } = request
    const askedAt = performance.now()
    if (signal.aborted || state.closed) return emptyRun({ by: 'cancelled' }, 0)
    const { answer, stop } = ask((id) => ({ do: 'run', id, request: rest }))
    signal.addEventListener('abort', stop, { once: true })
    const told = await answer
    signal.removeEventListener('abort', stop)
    if ('run' in told) return told.run
    return emptyRun('died' in told ? told.died : KILLED, performance.now() - askedAt)
  }

  return {
    warm(env) {
      // A turn has that of the one before, as a rule.
      if (state.closed || (state.thread !== null && state.env === env)) return
      state.env = env
      thread().worker.postMessage({ do: 'warm', env } satisfies ToThread)
    },
    run,
    forEvent() {
      const slots = createSlots(SIDE_BY_SIDE)
      return (request) => slots(() => run(request))
    },
    persistent: staying.persistent,
    async settled() {
      if (state.thread !== null) await ask((id) => ({ do: 'settle', id }), state.thread).answer
      await staying.settled()
    },
    async close() {
      state.closed = true
      const { thread } = state
      thread?.worker.ref()
      thread?.worker.postMessage({ do: 'close' } satisfies ToThread)
      await Promise.all([thread?.gone, staying.close()])
    },
  }
}

interface Asked {
  readonly answer: Promise<FromThread | Died>
  stop(): void
}

function openThread(entry: URL, onGone: (thread: Thread) => void): Thread {
  const waiting = new Map<number, Settle>()
  let died = notStarted('the thread that starts commands ended before it took one')
  // Sockets take over files that they were not the first to open, which Node would warn of.
  const worker = new Worker(entry, { name: 'belay commands', execArgv: [], trackUnmanagedFds: false })
  worker.unref()
  worker.on('message', (message: FromThread) => {
    if ('ready' in message) died = KILLED
    if ('ran' in message) waiting.get(message.ran)?.(message)
    if ('settled' in message) waiting.get(message.settled)?.(message)
  })
  // Of one that took commands, what it was is of no use to anybody: the next command has another.
  worker.on('error', (error) => {
    if (died.by === 'not_started')
      died = notStarted(`${fileURLToPath(entry)}, which starts commands, can’t be used: ${reasonOf(error)}`)
  })
  const gone = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      onGone(thread)
      for (const settle of [...waiting.values()]) settle({ died })
      resolve()
    })
  })
  const thread: Thread = { worker, waiting, gone }
  return thread
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
