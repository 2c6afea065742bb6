/** Ports in memory, for tests: a log that is a list, questions that are answered by a rule, a clock that stands still. */
import type {
  Answer,
  IdSource,
  Json,
  NewRow,
  Question,
  QueuedInput,
  SpanDetail,
  SpanId,
  TraceEventBody,
  TranscriptRow,
} from '@belay/trace'
import type { ModelCallContext, ModelEvent, ModelRequest, Provider } from '../model'
import type { TurnPorts } from '../ports'
import type { Tool } from '../tool'
import { createClock, type FakeClock } from './clock'

export interface TestPorts extends TurnPorts {
  readonly clock: FakeClock
  readonly events: TraceEventBody[]
  readonly rows: TranscriptRow[]
  readonly details: Map<SpanId, SpanDetail>
  readonly asked: Question[]
  readonly requests: ModelRequest[]
  readonly queued: QueuedInput[]
  readonly granted: Set<string>
}

export type Replies = (call: number, context: ModelCallContext) => AsyncIterable<ModelEvent>

export interface TestOptions {
  readonly tools?: readonly Tool[]
  readonly model: Replies
  /** Without it a question is never answered. */
  readonly answer?: (question: Question) => Answer
  readonly rows?: readonly TranscriptRow[]
  readonly lastHour?: number
  /** Keys that a hook may keep. */
  readonly mostKeys?: number
  /** Tokens that the model takes, or null. */
  readonly window?: number | null
}

export function createPorts(options: TestOptions): TestPorts {
  const clock = createClock()
  const events: TraceEventBody[] = []
  const rows: TranscriptRow[] = [...(options.rows ?? [])]
  const details = new Map<SpanId, SpanDetail>()
  const requests: ModelRequest[] = []
  const asked: Question[] = []
  const queued: QueuedInput[] = []
  const granted = new Set<string>()
  const emit = (event: TraceEventBody) => {
    events.push(event)
  }
  const commit = (row: NewRow): TranscriptRow => {
    const committed = { ...row, id: rows.length + 1, at: clock.now() }
    rows.push(committed)
    emit({ type: 'row.committed', row: committed })
    return committed
  }
  const ask = (question: Question, signal: AbortSignal) => {
    asked.push(question)
    if (options.answer !== undefined) return Promise.resolve(options.answer(question))
    return new Promise<Answer>((resolve) => {
      signal.addEventListener('abort', () => resolve({ say: 'closed', reason: 'over' }), { once: true })
    })
  }
  let continued = options.lastHour ?? 0
  return {
    clock,
    events,
    rows,
    details,
    asked,
    requests,
    queued,
    granted,
    ids: countingIds(),
    log: {
      emit,
      commit,
      together: (run) => run(),
      keep: (span, detail) => details.set(span, { ...details.get(span), ...detail }),
    },
    providers: {
      resolve: (provider, model) => (model === 'missing' ? null : providerOf(provider, options, requests)),
    },
    tools: options.tools ?? [],
    questions: { ask },
    grants: { has: (kind) => granted.has(kind), add: (kind) => granted.add(kind) },
    queue: { take: () => queued.splice(0), add: (input) => queued.push(input) },
    files: { changing: async () => () => undefined },
    lastAnswers: null,
    hookStore: createValues(options.mostKeys),
    continuations: {
      lastHour: () => continued,
      add: () => {
        continued += 1
      },
    },
    random: () => 0,
  }
}

/** Values in memory. */
export function createValues(mostKeys = 1_000): TurnPorts['hookStore'] {
  const kept = new Map<string, Map<string, Json>>()
  const of = (owner: string) => {
    const values = kept.get(owner) ?? new Map<string, Json>()
    kept.set(owner, values)
    return values
  }
  return {
    get: (owner, key) => of(owner).get(key),
    set(owner, key, value) {
      if (!of(owner).has(key) && of(owner).size >= mostKeys) return false
      of(owner).set(key, value)
      return true
    },
    remove: (owner, key) => void of(owner).delete(key),
  }
}

export function countingIds(): IdSource {
  const counts = new Map<string, number>()
  return {
    next(prefix) {
      const count = (counts.get(prefix) ?? 0) + 1
      counts.set(prefix, count)
      return `${prefix}${count}`
    },
  }
}

function providerOf(name: string, { model, window = null }: TestOptions, requests: ModelRequest[]): Provider {
  return {
    window: () => window,
    name,
    stream(request, context) {
      requests.push(request)
      return model(requests.length, context)
    },
  }
}
