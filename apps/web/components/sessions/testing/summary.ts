/** Sessions as the list has them, for tests: the id and the title are one. */
import type { SessionSummary } from '@belay/api'
import { sessionId } from '@belay/trace'

export function summary(title: string, facts: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id: sessionId(title),
    title,
    workspace: '/src/shop',
    model: 'scripted/tour',
    modelChosen: false,
    createdAt: 0,
    parent: null,
    updatedAt: 0,
    status: 'idle',
    turns: 0,
    hooks: 0,
    counts: { asked: 0, blocked: 0, rewritten: 0, failed: 0 },
    tokens: null,
    tour: false,
    lastPrompt: null,
    lastRefusal: null,
    permission: 'ask',
    pinned: false,
    archived: false,
    deletedAt: null,
    ...facts,
  }
}
