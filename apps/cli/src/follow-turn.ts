/** One prompt, sent and followed to the end of the turn that answers it. */
import type { Operations, SendOptions } from '@belay/api'
import type { EventOf, SessionId, TraceEvent, TurnId } from '@belay/trace'
import { failed, interrupted } from './failure'
import { makeListeners } from './listeners'

export interface Prompt {
  readonly session: SessionId
  /** Number of the last event that belongs to the past. */
  readonly after: number
  readonly text: string
  readonly options: SendOptions
}

export interface Following {
  /** Aborts when the turn is to be stopped, with a sentence as its reason where that is not the person; its end is still waited for. */
  readonly signal: AbortSignal
  onEvent(event: TraceEvent): void
}

export interface FollowingTurn extends Following {
  /** Aborts when the person does not want to wait any more, also for what only listens. */
  readonly patience: AbortSignal
  /** Hears which hooks have not answered when the turn has ended. */
  onLate(hooks: readonly string[]): void
}

export interface FollowedTurn {
  readonly end: EventOf<'turn.ended'>
  /** Whether every hook was heard: the person may have cut that short. */
  readonly whole: boolean
}

/**
 * Where a turn ran already the text waits in its queue, and the turn that takes it is the one that answers. What its hooks
 * say late still belongs to it.
 */
export async function followTurn(
  operations: Operations,
  prompt: Prompt,
  following: FollowingTurn,
): Promise<FollowedTurn> {
  const { session, after, text, options } = prompt
  if (following.signal.aborted) throw interrupted()
  const listeners = makeListeners(following.onEvent)
  const sent = await operations.send(session, text, options)
  const isEnd = sent.queued ? endAfterQueue(text) : endOf(sent.turn)
  const end = await follow(
    operations,
    { session, after, last: (event) => (isEnd(event) && event.type === 'turn.ended' ? event : null) },
    { signal: following.signal, onEvent: listeners.event },
  )
  return { end, whole: await listeners.hearOut(operations, end, following) }
}

export interface Stretch<T> {
  readonly session: SessionId
  readonly after: number
  /** What the last event of it comes to; null for any other. */
  readonly last: (event: TraceEvent) => T | null
}

/** Reads on until the last event of the stretch has come. */
export async function follow<T>(
  operations: Operations,
  { session, after, last }: Stretch<T>,
  { signal, onEvent }: Following,
): Promise<T> {
  const reading = new AbortController()
  const stop = (): void => {
    // Where even that fails nothing more will come: the reading ends, and with it the command.
    operations.stop(session, toldReason(signal)).catch(() => reading.abort())
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    for await (const { events } of operations.events(session, after, reading.signal)) {
      for (const event of events) {
        onEvent(event)
        const found = last(event)
        if (found !== null) return found
      }
    }
  } finally {
    signal.removeEventListener('abort', stop)
    reading.abort()
  }
  throw failed('the session can no longer be followed; the turn may still be running')
}

/** Whoever aborts in somebody else's name than the person's says so as the reason. */
function toldReason({ reason }: AbortSignal): string | undefined {
  return typeof reason === 'string' ? reason : undefined
}

type IsEnd = (event: TraceEvent) => boolean

function endOf(turn: TurnId | null): IsEnd {
  return (event) => event.type === 'turn.ended' && event.turn === turn
}

/** The turn that ran may end before it reads the text; the one that reads it says so. */
function endAfterQueue(text: string): IsEnd {
  let queued: string | null = null
  let taken = false
  return (event) => {
    if (event.type === 'input.queued' && event.input.text === text) queued ??= event.input.id
    if (event.type === 'input.taken' && event.id === queued) taken = true
    return event.type === 'turn.ended' && taken
  }
}
