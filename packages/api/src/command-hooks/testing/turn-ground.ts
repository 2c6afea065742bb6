/** Whole sessions over commands: a script says what the model answers, the log what came of it. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { foldAll, type JsonObject, type SessionId, type SessionState, type TraceEvent } from '@belay/trace'
import { openBelay } from '../../composition-root'
import type { NewSession, Operations, SendOptions } from '../../operations'
import { ended, logOf, until } from '../../testing/until'
import { afterTest, freshFolder } from '../../testing/world'

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url))

export interface TurnGround {
  readonly belay: Operations
  readonly home: string
  readonly workspace: string
  readonly out: string
  create(more?: Partial<NewSession>): Promise<SessionId>
  turn(id: SessionId, text?: string, options?: SendOptions): Promise<SessionState>
  log(id: SessionId): Promise<readonly TraceEvent[]>
  verdicts(id: SessionId): Promise<readonly Extract<TraceEvent, { type: 'verdict' }>[]>
  write(path: string, text: string, mode?: number): void
  hooks(json: JsonObject | string): void
  /** Opens the same home again. */
  reopen(): Promise<TurnGround>
}

export interface TurnOptions {
  /** A folder of fixtures whose files are the workspace's. */
  readonly files?: string
  readonly hooks?: JsonObject
  readonly script: JsonObject | string
  readonly workspace?: string
}

export async function openTurns({ files, hooks, script, workspace: named }: TurnOptions): Promise<TurnGround> {
  const [home, out] = [freshFolder('home'), freshFolder('out')]
  const workspace = named === undefined ? freshFolder('work') : join(freshFolder('work'), named)
  process.env.CASE_OUT = out
  mkdirSync(join(home, 'scripts'), { recursive: true })
  mkdirSync(workspace, { recursive: true })
  if (files !== undefined) cpSync(join(FIXTURES, files), workspace, { recursive: true })
  const text = typeof script === 'string' ? script : JSON.stringify({ name: 'case', ...script })
  writeFileSync(join(home, 'scripts/case.yaml'), text)
  if (hooks !== undefined) writeFileSync(join(home, 'hooks.json'), JSON.stringify(hooks))
  return ground({ home, workspace, out })
}

async function ground(places: { home: string; workspace: string; out: string }): Promise<TurnGround> {
  const { home, workspace } = places
  const belay = await openBelay({ home })
  let open = true
  const close = async () => {
    if (open) await belay.close()
    open = false
  }
  afterTest(close)
  return {
    ...places,
    belay,
    async create(more = {}) {
      const { id } = await belay.createSession({ workspace, model: 'scripted/case', permission: 'auto', ...more })
      return id
    },
    async turn(id, text = 'go', options = {}) {
      const after = (await logOf(belay, id)).at(-1)?.seq ?? 0
      await belay.send(id, text, options)
      await until(belay, id, ended, after)
      return foldAll(await logOf(belay, id))
    },
    log: (id) => logOf(belay, id),
    verdicts: async (id) => (await logOf(belay, id)).filter((event) => event.type === 'verdict'),
    write(path, text, mode = 0o755) {
      const at = join(workspace, path)
      mkdirSync(dirname(at), { recursive: true })
      writeFileSync(at, text, { mode })
    },
    hooks: (json) => writeFileSync(join(home, 'hooks.json'), typeof json === 'string' ? json : JSON.stringify(json)),
    async reopen() {
      await close()
      return ground(places)
    },
  }
}

export function run(command: string): JsonObject {
  return { calls: [{ name: 'run', args: { command } }] }
}

/** `hooks.json` with commands of one event. */
export function commands(event: string, ...lines: readonly (string | JsonObject)[]): JsonObject {
  const hooks = lines.map((line) => ({ type: 'command', ...(typeof line === 'string' ? { command: line } : line) }))
  return { hooks: { [event]: [{ hooks }] } }
}
