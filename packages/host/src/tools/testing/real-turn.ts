/** A real turn on a real folder: the loop, these tools and a script; only the record is a list. */
import { runTurn, type Tool, type TurnEnd, type TurnPorts } from '@belay/agent'
import type { Hook } from '@belay/hooks'
import { type NewRow, sessionId, type TraceEventBody, type TranscriptRow, turnId } from '@belay/trace'
import { parseScript } from '../../providers/load-script'
import { createScriptedProvider } from '../../providers/scripted'

const NO_TOKENS = { input: 0, output: 0, replies: 0, unreported: 0 }

export interface RealTurn {
  readonly rows: readonly TranscriptRow[]
  readonly events: readonly TraceEventBody[]
  readonly ended: Promise<TurnEnd>
}

export interface RealTurnOptions {
  readonly script: string
  readonly tools: readonly Tool[]
  readonly workspace: string
  readonly signal?: AbortSignal
  readonly hooks?: readonly Hook[]
}

export function startTurn({ script, tools, workspace, signal, hooks = [] }: RealTurnOptions): RealTurn {
  const loaded = parseScript(script, 'test.yaml')
  if (!loaded.ok) throw new Error(loaded.message)
  const provider = createScriptedProvider(loaded.script, 'test')
  const rows: TranscriptRow[] = []
  const events: TraceEventBody[] = []
  const commit = (row: NewRow): TranscriptRow => {
    const committed = { ...row, id: rows.length + 1, at: performance.now() }
    rows.push(committed)
    return committed
  }
  let ids = 0
  const ports: TurnPorts = {
    clock: {
      now: () => performance.now(),
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
    ids: { next: (prefix) => `${prefix}${++ids}` },
    log: { emit: (event) => void events.push(event), commit, keep: () => undefined, together: (run) => run() },
    providers: { resolve: () => provider },
    tools,
    questions: { ask: async () => ({ say: 'deny', reason: 'nobody is there' }) },
    grants: { has: () => false, add: () => undefined },
    queue: { take: () => [], add: () => undefined },
    files: { changing: async () => () => undefined },
    lastAnswers: null,
    hookStore: { get: () => undefined, set: () => true, remove: () => undefined },
    continuations: { lastHour: () => 0, add: () => undefined },
    random: () => 0,
  }
  const none = { program: null, skills: [], outputSchema: null, sessionStart: null, agentStart: null }
  const ended = runTurn(
    {
      ...none,
      session: sessionId('s'),
      turn: turnId('t'),
      number: 1,
      passes: 0,
      workspace,
      agent: 'main',
      spawned: false,
      input: { text: 'go', origin: 'person', from: null },
      history: [],
      edits: [],
      beside: { turn: NO_TOKENS, session: NO_TOKENS },
      composition: 'c',
      hooks,
      rewrites: 'first',
      stopAtFirstBlock: false,
      permission: 'auto',
      headless: false,
      provider: 'scripted',
      model: 'test',
      system: 'x',
      projectInstructions: '',
      maxIterations: 50,
      signal: signal ?? new AbortController().signal,
    },
    ports,
  )
  return { rows, events, ended }
}
