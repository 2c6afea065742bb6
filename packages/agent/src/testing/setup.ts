/** The setup of a test's turn: a person says something in a session without hooks, permission `auto`. */
import type { Asking, Hook } from '@belay/hooks'
import { type PointId, sessionId, turnId } from '@belay/trace'
import type { TurnSetup } from '../ports'
import { NO_TOKENS } from '../tokens'

export function createSetup(changes: Partial<TurnSetup> = {}): TurnSetup {
  return {
    session: sessionId('ses1'),
    turn: turnId('trn1'),
    number: 1,
    passes: 0,
    workspace: '/work',
    agent: 'main',
    spawned: false,
    input: { text: 'do it', origin: 'person', from: null },
    history: [],
    edits: [],
    beside: { turn: NO_TOKENS, session: NO_TOKENS },
    composition: 'c0',
    hooks: [],
    rewrites: 'first',
    stopAtFirstBlock: false,
    permission: 'auto',
    headless: false,
    provider: 'test',
    model: 'model-1',
    system: 'You are careful.',
    projectInstructions: '',
    program: null,
    skills: [],
    outputSchema: null,
    maxIterations: 50,
    sessionStart: null,
    agentStart: null,
    signal: new AbortController().signal,
    ...changes,
  }
}

/** A hook of the library at some points, that answers what the function says. */
export function hook(name: string, points: PointId | readonly PointId[], ask: (asking: Asking) => unknown): Hook {
  return {
    id: name,
    name,
    source: 'library',
    points: typeof points === 'string' ? [points] : points,
    mode: 'enforce',
    onFailure: 'open',
    timeoutMs: 30_000,
    recheck: false,
    observe: false,
    version: null,
    unavailable: null,
    skips: () => null,
    ask,
  }
}
