/**
 * What a hook keeps in mind of each session. Promises: bounded; the session that was heard of least lately is forgotten
 * first. All of it is gone when the app ends.
 */

/** Far more sessions than run at a time. */
const MOST_SESSIONS = 1_000

export class BySession<T> {
  private readonly sessions = new Map<string, T>()

  constructor(private readonly make: () => T) {}

  /** What is kept of this session, begun where there is nothing. */
  of(session: string): T {
    const kept = this.sessions.get(session) ?? this.make()
    this.sessions.delete(session)
    this.sessions.set(session, kept)
    forgetOldest(this.sessions, MOST_SESSIONS)
    return kept
  }

  /** Begins nothing. */
  peek(session: string): T | null {
    return this.sessions.get(session) ?? null
  }
}

export function forgetOldest(kept: Map<string, unknown> | Set<string>, most: number): void {
  const oldest = kept.keys().next()
  if (kept.size > most && !oldest.done) kept.delete(oldest.value)
}
