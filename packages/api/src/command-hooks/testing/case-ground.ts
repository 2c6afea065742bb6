/** Folders of cases as workspaces of their own, in a home with real commands. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject, Outcome, Verdict } from '@belay/trace'
import { openBelay } from '../../composition-root'
import type { FireRequest, Operations } from '../../operations'
import { afterTest, freshFolder } from '../../testing/world'
import { readJsonFile } from './read-json-file'

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url))

export interface CaseGround {
  readonly belay: Operations
  /** A copy of the case's folder. */
  readonly workspace: string
  /** What its hooks may write to. */
  readonly out: string
  file(name: string): string
  event(name?: string): JsonObject
  fire(request: Partial<FireRequest> & { readonly event: JsonObject }): Promise<Outcome>
}

export async function openCase(name: string, within = ''): Promise<CaseGround> {
  const workspace = join(freshFolder('case'), within)
  cpSync(join(FIXTURES, 'cases', name), workspace, { recursive: true })
  const [out, home] = [freshFolder('out'), freshFolder('home')]
  process.env.CASE_OUT = out
  const belay = await openBelay({ home })
  afterTest(() => belay.close())
  const file = (path: string) => join(workspace, path)
  return {
    ...{ belay, workspace, out, file },
    event: (path = 'stdin.json') => readJsonFile(file(path)),
    fire: (request) =>
      belay.fire({
        ...{ point: eventName(request.event), attach: [], workspace, session: null, rewrites: 'first' },
        ...{ commandFiles: [file('hooks.json')], stopAtFirstBlock: false },
        ...request,
      }),
  }
}

function eventName({ hook_event_name: name }: JsonObject): FireRequest['point'] {
  return name === 'PreToolUse' || name === 'PostToolUse' || name === 'Stop' || name === 'SessionStart'
    ? name
    : 'UserPromptSubmit'
}

/** Commands of one event as a file. */
export function hooksFile(folder: string, event: string, hooks: readonly JsonObject[], matcher?: string): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'written.hooks.json')
  const group = {
    ...(matcher === undefined ? {} : { matcher }),
    hooks: hooks.map((hook) => ({ type: 'command', ...hook })),
  }
  writeFileSync(path, JSON.stringify({ hooks: { [event]: [group] } }))
  return path
}

/** A script of the case, by the name of its file. */
export function script(name: string, more: JsonObject = {}): JsonObject {
  return { command: `"$CLAUDE_PROJECT_DIR"/${name}`, ...more }
}

export function by(outcome: Outcome, name: string): Verdict {
  const verdict = outcome.verdicts.find(({ hook, notAsked }) => hook === name && notAsked === null)
  if (verdict === undefined) throw new Error(`${name} has no verdict`)
  return verdict
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // One that has ended and that nobody has reaped is over too.
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // Nobody has that number.
    return false
  }
}
