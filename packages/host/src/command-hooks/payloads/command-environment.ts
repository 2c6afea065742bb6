/**
 * The environment of a command (`command-hooks.md` §2). Promises: no provider's key and nothing that goes by the name of a secret, but
 * what the entry lists by name; no colours; what is added is bounded, since a system refuses to start a program whose variables are too large.
 */
import { programEnvironment } from '../../tools/program-environment'
import type { CommandEvent } from '../entry'

/** 8 KiB a variable. */
const MOST_BYTES = 8_192
/** `NO_COLOR` alone does not beat `CLICOLOR_FORCE` in some programs. */
const NO_COLOURS = { NO_COLOR: '1', FORCE_COLOR: '0', CLICOLOR_FORCE: '0' }

export interface CommandVariables {
  /** Absolute. */
  readonly workspace: string
  readonly sessionId: string
  readonly event: CommandEvent
}

/** `own` is this process's, `allowed` the entry's `allowedEnvVars`. */
export function commandEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  allowed: readonly string[],
  extra: CommandVariables,
): Record<string, string> {
  const listed = allowed.flatMap((name): [string, string][] => {
    const value = Object.hasOwn(own, name) ? own[name] : undefined
    return value === undefined ? [] : [[name, value]]
  })
  return { ...programEnvironment(own), ...Object.fromEntries(listed), ...added(extra) }
}

function added({ workspace, sessionId, event }: CommandVariables): Record<string, string> {
  const variables = {
    CLAUDE_PROJECT_DIR: workspace,
    BELAY_PROJECT_DIR: workspace,
    BELAY_SESSION_ID: sessionId,
    BELAY_HOOK_EVENT: event,
    ...NO_COLOURS,
  }
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, cut(value)]))
}

/** At the end of a character. */
function cut(value: string): string {
  if (Buffer.byteLength(value) <= MOST_BYTES) return value
  return new TextDecoder().decode(Buffer.from(value).subarray(0, MOST_BYTES)).replace(/\ufffd$/, '')
}

/** Where there is no shell (`args`), this alone is replaced: `${CLAUDE_PROJECT_DIR}`. */
export function withProjectDir(text: string, workspace: string): string {
  return text.replaceAll(/\$\{(?:CLAUDE|BELAY)_PROJECT_DIR\}/g, () => workspace)
}
