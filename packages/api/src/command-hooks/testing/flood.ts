/** A turn of many calls under eight commands that now and then run out of time, crash, print garbage or leave children. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { SessionId } from '@belay/trace'
import type { Operations } from '../../operations'
import { afterTest } from '../../testing/world'
import { isAlive } from './case-ground'
import { commands, openTurns, run } from './turn-ground'

export interface Held {
  readonly descriptors: number
  readonly listeners: number
  /** Once what nobody needs is collected. */
  readonly heapMiB: number
  readonly rssMiB: number
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** By the call's own number and that of the command, so that it comes out the same each time. */
const WILD = `#!/bin/sh
IN=$(cat)
N=$(printf '%s' "$IN" | sed -n 's/.*"command":"true \\([0-9]*\\)".*/\\1/p')
case $(( (N * 8 + $1) % 40 )) in
  0) exec sleep 5 ;;
  1) kill -9 $$ ;;
  2) printf '{"decision": "blo' ;;
  3) sleep 3 & echo $! >> "$CASE_OUT/children"; exit 0 ;;
esac
exit 0
`

export async function flood({
  calls,
  commandsOfCall = 8,
}: {
  readonly calls: number
  readonly commandsOfCall?: number
}) {
  const before = held()
  const steps = [...Array.from({ length: calls }, (_, index) => run(`true ${index}`)), { text: 'done' }]
  const ground = await openTurns({ script: { steps } })
  ground.write('wild.sh', WILD)
  const lines = Array.from({ length: commandsOfCall }, (_, index) => ({
    command: `"$CLAUDE_PROJECT_DIR"/wild.sh ${index}`,
    timeout: 0.5,
  }))
  const id = await ground.create()
  ground.hooks(commands('PreToolUse', ...lines))
  await ground.belay.setExtension(id, 'hooks', true)
  const start = performance.now()
  const counted = await count(ground.belay, id, { calls, askings: calls * commandsOfCall })
  const ms = performance.now() - start
  await ground.belay.settleCommands()
  const children = pidsIn(join(ground.out, 'children'))
  afterTest(() => {
    for (const pid of children) if (isAlive(pid)) process.kill(pid)
  })
  await ground.belay.close()
  const after = held()
  const left = processesIn(ground.out).filter((pid) => !children.includes(pid))
  return { askings: calls * commandsOfCall, ...counted, before, after, left, ms }
}

/** Reads along and keeps nothing: what stays in memory is the app's. Memory is looked at after a fifth of the turn and at its end. */
async function count(belay: Operations, id: SessionId, { calls, askings }: { calls: number; askings: number }) {
  const reading = new AbortController()
  const counted = { verdicts: 0, misbehaved: 0, earlyMiB: 0, lateMiB: 0 }
  await belay.send(id, 'go', { maxIterations: calls + 2 })
  for await (const { events } of belay.events(id, 0, reading.signal)) {
    for (const event of events) {
      if (event.type === 'turn.ended') reading.abort()
      if (event.type !== 'verdict') continue
      counted.verdicts += 1
      if (event.verdict.error !== null || event.verdict.command?.pipesHeld === true) counted.misbehaved += 1
      if (counted.verdicts === Math.ceil(askings / 5)) counted.earlyMiB = held().heapMiB
    }
    if (reading.signal.aborted) break
  }
  counted.lateMiB = held().heapMiB
  return counted
}

function held(): Held {
  const emitters = [process, process.stdout, process.stderr]
  const listeners = emitters.reduce(
    (sum, emitter) => sum + emitter.eventNames().reduce((count, name) => count + emitter.listenerCount(name), 0),
    0,
  )
  const descriptors = readdirSync('/proc/self/fd').length
  collect()
  const { rss, heapUsed } = process.memoryUsage()
  return { descriptors, listeners, heapMiB: Math.round(heapUsed / 1_048_576), rssMiB: Math.round(rss / 1_048_576) }
}

function pidsIn(path: string): readonly number[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n').map(Number)
  } catch {
    // No command left a child.
    return []
  }
}

/** Every process with the folder of this run in its environment. */
function processesIn(out: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => environmentOf(name).includes(`CASE_OUT=${out}\0`))
    .map(Number)
    .filter(isAlive)
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    // It has gone, or is somebody else's.
    return ''
  }
}
