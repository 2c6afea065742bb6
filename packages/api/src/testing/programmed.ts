/** A home with programs and scripts on a real disk, opened as the app opens it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type EventOf, foldAll, type SessionId, type SessionState, type Verdict } from '@belay/trace'
import { openBelay } from '../composition-root'
import type { NewSession, Operations } from '../operations'
import { ended, until } from './until'
import { afterTest, freshFolder } from './world'

export interface ProgrammedHome {
  readonly home: string
  readonly workspace: string
  readonly belay: Operations
  /** Closes what is open and opens the same home again, as after a restart. */
  reopen(): Promise<Operations>
  /** Writes a file below the home folder. */
  put(file: string, text: string): void
  remove(file: string): void
  session(more?: Partial<NewSession>): Promise<SessionId>
}

export interface EndedTurn {
  readonly end: EventOf<'turn.ended'>
  readonly state: SessionState
  /** Of this turn. */
  readonly verdicts: readonly Verdict[]
  readonly changes: readonly EventOf<'composition.changed'>[]
}

/** Each step of the script is a turn: it lists the workspace and is done. */
const SCRIPT =
  'loop: true\nsteps:\n  - { text: a, calls: [{ name: files.ls, args: {} }] }\n  - { text: done, turn: true }\n'

export async function programmedHome(files: Readonly<Record<string, string>> = {}): Promise<ProgrammedHome> {
  const home = freshFolder()
  const workspace = freshFolder('workspace')
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
  }
  put('scripts/one.yaml', SCRIPT)
  put('scripts/two.yaml', SCRIPT)
  for (const [file, text] of Object.entries(files)) put(file, text)
  let open = await openBelay({ home })
  afterTest(() => open.close())
  return {
    ...{ home, workspace, put },
    get belay() {
      return open
    },
    async reopen() {
      await open.close()
      open = await openBelay({ home })
      return open
    },
    remove: (file) => rmSync(join(home, file), { recursive: true }),
    session: async (more = {}) =>
      (await open.createSession({ workspace, model: 'scripted/one', permission: 'auto', ...more })).id,
  }
}

/** Sends a prompt and waits for the end of its turn. */
export async function turn(belay: Operations, id: SessionId, text = 'go'): Promise<EndedTurn> {
  const last = (await wholeLog(belay, id)).at(-1)?.seq ?? 0
  await belay.send(id, text)
  const events = await until(belay, id, ended, last)
  const end = events.find((event): event is EventOf<'turn.ended'> => event.type === 'turn.ended')
  if (end === undefined) throw new Error('no turn ended')
  return {
    end,
    state: foldAll(await wholeLog(belay, id)),
    verdicts: events.flatMap((event) => (event.type === 'verdict' ? [event.verdict] : [])),
    changes: events.filter((event): event is EventOf<'composition.changed'> => event.type === 'composition.changed'),
  }
}

async function wholeLog(belay: Operations, id: SessionId) {
  const reading = new AbortController()
  const seen = []
  for await (const { events, live } of belay.events(id, 0, reading.signal)) {
    seen.push(...events)
    if (live) break
  }
  reading.abort()
  return seen
}
