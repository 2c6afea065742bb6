/**
 * The tour: a session on a sample folder in which a scripted model fixes a bug under real hooks. Two prompts: the first turn
 * ends by itself, with a refusal on the way; the second waits with a question for the person who looks at it.
 */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@belay/db'
import { makeFolder } from '@belay/host'
import type { SessionId, TurnId } from '@belay/trace'
import { packageFolder } from '../home/package-folder'
import type { HookSpec, NewSession, Operations } from '../operations'
import type { MoreOfSession } from '../sessions/sessions'

export const TOUR_PROMPTS = ['The test fails. Find out why, and fix it.', 'Good. Now make a release of it.'] as const

/** In asking order. */
const TOUR_HOOKS: readonly HookSpec[] = [
  {
    hook: 'add-context',
    points: ['guard.onInput'],
    params: {
      text: 'In this project: small steps, run the test after each, and use the scripts that are there.',
      every: 'session',
    },
  },
  {
    hook: 'block-commands',
    params: {
      patterns: ['rm -rf'],
      advice: 'The folder may hold what the person needs; remove single files, or use a script.',
    },
  },
  {
    hook: 'rewrite-arguments',
    params: { rules: [{ when: 'node scripts/release.mjs', append: '--dry-run' }] },
  },
  {
    hook: 'ask-before',
    params: { tools: 'run', patterns: ['node scripts/release.mjs'], because: 'A release is for a person to decide.' },
  },
]

export interface TourParts {
  readonly folder: string
  readonly db: Pick<Database, 'tourSession' | 'hasTour' | 'setting'>
  readonly operations: Pick<Operations, 'send' | 'stop' | 'events'>
  readonly create: (session: NewSession, more: MoreOfSession) => Promise<{ readonly id: SessionId }>
  /** The first run is to be there when the first page opens; run again, it is watched. */
  readonly hurry: (session: SessionId, on: boolean) => void
  /** Aborts when the home is closed. */
  readonly signal: AbortSignal
  readonly report: (line: string) => void
}

/** Set when a tour was removed for good: it does not come back by itself. */
export const TOUR_WAS_HERE = 'tour.was_here'

export type Tour = Pick<Operations, 'runTour' | 'beginTour'>

/**
 * Each run begins at the first prompt, on a fresh copy of the sample folder; a turn that still runs is stopped. Who asks while
 * a run is beginning gets that one.
 */
export function createTour(parts: TourParts): Tour {
  let runs = 0
  let beginning: ReturnType<Tour['runTour']> | null = null
  const begin = async () => {
    runs += 1
    const run = runs
    const { session, turn } = await startOver(parts)
    if (turn !== null) void goOn(parts, { session, turn, isLatest: () => run === runs })
    return { session }
  }
  const runTour = () => {
    beginning ??= begin().finally(() => {
      beginning = null
    })
    return beginning
  }
  return {
    runTour,
    async beginTour() {
      if (!parts.db.hasTour() && parts.db.setting(TOUR_WAS_HERE) !== true) await runTour()
    },
  }
}

async function startOver(parts: TourParts): Promise<{ readonly session: SessionId; readonly turn: TurnId | null }> {
  const workspace = join(parts.folder, 'workspace')
  const before = parts.db.tourSession()?.id as SessionId | undefined
  if (before !== undefined) await parts.operations.stop(before)
  copySample(workspace)
  const session = before ?? (await createSession(parts, workspace))
  parts.hurry(session, before === undefined)
  const { turn } = await parts.operations.send(session, TOUR_PROMPTS[0])
  return { session, turn }
}

function copySample(workspace: string): void {
  const sample = join(packageFolder('@belay/api', import.meta.url), 'tour', 'workspace')
  rmSync(workspace, { recursive: true, force: true })
  makeFolder(workspace, 0o700)
  cpSync(sample, workspace, { recursive: true })
}

/** `auto`, so that only hooks ask: the tour is about them. */
async function createSession({ create }: TourParts, workspace: string): Promise<SessionId> {
  const title = 'Tour: a bug, a refusal and a question'
  const { id } = await create(
    { workspace, title, model: 'scripted/tour', permission: 'auto', attach: TOUR_HOOKS },
    { tour: true },
  )
  return id
}

interface TourRun {
  readonly session: SessionId
  readonly turn: TurnId
  readonly isLatest: () => boolean
}

/** The second prompt follows the first turn, unless the person did something else with the session meanwhile. */
async function goOn({ operations, signal, report }: TourParts, { session, turn, isLatest }: TourRun): Promise<void> {
  try {
    for await (const { events } of operations.events(session, 0, signal)) {
      const end = events.find((event) => event.type === 'turn.ended' && event.turn === turn)
      if (end === undefined) continue
      const completed = end.type === 'turn.ended' && end.status === 'completed'
      if (completed && isLatest()) await operations.send(session, TOUR_PROMPTS[1])
      return
    }
  } catch (error) {
    report(`the tour did not go on: ${error instanceof Error ? error.message : String(error)}`)
  }
}
