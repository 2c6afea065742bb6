/**
 * One command on a shell that waits: from its start to what became of it. Promises: one run for each call, never a throw;
 * at the time limit or a stop it settles at once, whatever is left running; else when the command itself has ended and its
 * pipes are empty, at most half a second later. It leaves no timer and no listener.
 */
import type { CommandEnd, CommandRequest, CommandRun } from '../run'
import { createKeptOutput, type KeptOutput } from './kept-output'
import type { ShellEnd } from './launcher'
import { type EndedBy, type OnClose, watchLimits } from './limits'
import type { PipeEnds } from './pipe-ends'
import type { Shell } from './shell'
import { startLine } from './start-line'
import { withoutWord } from './told-word'

/** What a descendant that holds the pipes may still say. */
const DRAIN_MS = 500
/** Not every system tells when a pipe has come to its end. */
const LOOK_EVERY_MS = 25

export interface RunPorts {
  /** Ends the group of a command that ran out of time, was stopped, or that nobody watches any more. */
  end(pid: number, why: EndedBy | 'lost'): void
  /** A descendant still holds these pipes: they are read on, so that it is not ended by a broken one. */
  leave(ends: PipeEnds): void
  readonly onClose: OnClose
}

/** `change` is what the environment of the shell lacks. Null where the shell had died while it waited, and nothing was begun. */
export async function runOn(
  shell: Shell,
  { request, change }: { readonly request: CommandRequest; readonly change: string },
  ports: RunPorts,
): Promise<CommandRun | null> {
  const startedAt = performance.now()
  const { ends, pid } = shell
  const stdout = createKeptOutput(true)
  const stderr = createKeptOutput(false)
  const pipes = watchPipes(ends, { stdout, stderr })
  const limits = watchLimits(request, ports.onClose)
  ends.become(startLine(request, change), `${request.payload}\n`)
  ends.stdin.end()
  const ended = new Promise<ShellEnd | null>((resolve) => shell.whenEnded(resolve))
  const first = await Promise.race([ended, limits.reached])
  if (first === null) ports.end(pid, 'lost')
  else if (typeof first !== 'string') await pipes.empty(DRAIN_MS, limits.reached)
  pipes.takeRest()
  limits.release()
  if (first !== null && typeof first !== 'string' && ends.neverBegan()) {
    ends.close()
    return null
  }
  const stdinDelivered = ends.stdin.written && !ends.stdin.unread()
  const pipesHeld = typeof first !== 'string' && first !== null && !pipes.ended()
  if (typeof first === 'string') ports.end(pid, first)
  // Closing takes as long as starting, and nobody has to wait for it.
  setImmediate(() => (pipesHeld ? ports.leave(ends) : ends.close()))
  const streams = { stdout: stdout.stream(), stderr: stderr.stream(), answerText: stdout.answerText() }
  const run = { end: endOf(first), ...streams, stdinDelivered, pipesHeld, durationMs: performance.now() - startedAt }
  return withoutWord(run, shell.word, request)
}

/** Nobody can tell how a command ended whose launcher died: it is ended by us. */
export function endOf(first: ShellEnd | EndedBy | null): CommandEnd {
  if (first === null) return { by: 'signal', signal: 'SIGKILL' }
  if (typeof first === 'string') return { by: first }
  if (first.signal !== null) return { by: 'signal', signal: first.signal }
  return { by: 'exit', exitCode: first.exitCode ?? 0 }
}

interface Pipes {
  ended(): boolean
  takeRest(): void
  /** Until nobody holds them, the time is up, or `cut` resolves. */
  empty(withinMs: number, cut: Promise<unknown>): Promise<void>
}

function watchPipes(ends: PipeEnds, kept: { readonly stdout: KeptOutput; readonly stderr: KeptOutput }): Pipes {
  let look: () => void = () => undefined
  ends.stdout.to(kept.stdout.add, () => look())
  ends.stderr.to(kept.stderr.add, () => look())
  const ended = () => ends.stdout.ended && ends.stderr.ended
  const takeRest = () => {
    ends.stdout.takeRest()
    ends.stderr.takeRest()
  }
  return {
    ...{ ended, takeRest },
    async empty(withinMs, cut) {
      takeRest()
      if (ended()) return
      const timers: NodeJS.Timeout[] = []
      const empty = new Promise<void>((resolve) => {
        look = () => {
          takeRest()
          if (ended()) resolve()
        }
        timers.push(setInterval(look, LOOK_EVERY_MS), setTimeout(resolve, withinMs))
      })
      await Promise.race([empty, cut])
      for (const timer of timers) clearTimeout(timer)
      look = () => undefined
    },
  }
}
