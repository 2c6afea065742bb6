/** The tour: a session on a sample folder that shows what hooks do. */
import type { Operations } from '../operations'

/** Runs it in a home that never had one. */
export async function beginTour(operations: Operations): Promise<void> {
  const sessions = await operations.sessions()
  if (!sessions.some((session) => session.tour)) await operations.runTour()
}
