/** The thread that starts commands: a runner of its own, told by messages. Built into a file of its own. */
import { parentPort } from 'node:worker_threads'
import { createCommandRunner } from '../create-command-runner'
import type { FromThread, ToThread } from './messages'

const runner = createCommandRunner()
const stops = new Map<number, AbortController>()

function tell(message: FromThread): void {
  parentPort?.postMessage(message)
}

async function run({ id, request }: Extract<ToThread, { readonly do: 'run' }>): Promise<void> {
  const stop = new AbortController()
  stops.set(id, stop)
  const ran = await runner.run({ ...request, signal: stop.signal })
  stops.delete(id)
  tell({ ran: id, run: ran })
}

async function take(message: ToThread): Promise<void> {
  switch (message.do) {
    case 'warm':
      return runner.warm(message.env)
    case 'run':
      return run(message)
    case 'stop':
      return stops.get(message.id)?.abort()
    case 'settle':
      await runner.settled()
      return tell({ settled: message.id })
    case 'close':
      await runner.close()
      tell({ closed: true })
      parentPort?.close()
  }
}

parentPort?.on('message', (message: ToThread) => void take(message))
tell({ ready: true })
