/**
 * A process to be killed: runs a turn on the home that it is given and says when it is where the test wants it. Arguments: home,
 * workspace, and `call` (a tool appends to a file and never ends) or `question` (a tool waits for permission).
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tool } from '@belay/agent'
import { ATTR, type TraceEvent } from '@belay/trace'
import { openWith } from '../open'
import { type TestWorld, testTool, worldOf } from './make-world'
import { asked, until } from './until'

const [home = '', workspace = '', scene = ''] = process.argv.slice(2)

const SCENES: Readonly<Record<string, TestWorld>> = {
  call: {
    steps: [
      {
        calls: [
          { name: 'quick', args: {} },
          { name: 'append', args: {} },
          { name: 'quick', args: {} },
        ],
      },
    ],
  },
  question: {
    steps: [
      {
        calls: [
          { name: 'quick', args: {} },
          { name: 'risky', args: { x: 1 } },
          { name: 'quick', args: {} },
        ],
      },
    ],
  },
}

const tools: readonly Tool[] = [
  testTool('quick', async () => ({ content: 'quick', isError: false, facts: {} })),
  testTool('append', async () => {
    appendFileSync(join(workspace, 'ran'), 'x')
    return new Promise(() => undefined)
  }),
  testTool('risky', async () => ({ content: 'did it', isError: false, facts: {} }), true),
]

const belay = await openWith({ home }, () => worldOf({ ...SCENES[scene], tools }))
const { id } = await belay.createSession({ workspace, attach: [{ hook: 'context' }] })
await belay.send(id, 'go')
let started = 0
await until(belay, id, scene === 'question' ? asked : secondCall)
process.stdout.write(`${id}\n`)
setInterval(() => undefined, 1_000)

function secondCall(event: TraceEvent): boolean {
  if (event.type === 'span.changed' && event.attributes[ATTR.toolStarted] !== undefined) started += 1
  return started === 2
}
