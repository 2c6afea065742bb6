/**
 * A command's call as a line for a shell, that does it again: `printf '%s\n' '…' | (cd … && env … sh -c '…')`. Promises: the
 * command gets the same bytes, folder and variables; nothing in any of them is taken for shell.
 */

export interface CommandCall {
  /** For `sh -c`; the program where there are arguments. */
  readonly line: string
  readonly args: readonly string[] | null
  /** What it got on its stdin, in one line. */
  readonly payload: string
  /** Absolute: where the session works. */
  readonly workspace: string
}

export function shellLine(call: CommandCall): string {
  const facts = factsOf(call.payload)
  const folder = facts.cwd ?? call.workspace
  const variables = Object.entries({
    CLAUDE_PROJECT_DIR: folder,
    BELAY_PROJECT_DIR: folder,
    BELAY_SESSION_ID: facts.session_id ?? '',
    BELAY_HOOK_EVENT: facts.hook_event_name ?? '',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    CLICOLOR_FORCE: '0',
  }).map(([name, value]) => `${name}=${quoted(value)}`)
  const run = call.args === null ? ['sh', '-c', quoted(call.line)] : programOf(call, folder)
  return `printf '%s\\n' ${quoted(call.payload)} | (cd ${quoted(folder)} && env ${[...variables, ...run].join(' ')})`
}

/** Without a shell only the folder of the project is put in, as the runner does it. */
function programOf({ line, args }: CommandCall, folder: string): readonly string[] {
  const filled = (text: string) => text.replaceAll(/\$\{(?:CLAUDE|BELAY)_PROJECT_DIR\}/g, () => folder)
  return [line, ...(args ?? [])].map((text) => quoted(filled(text)))
}

function factsOf(payload: string): { readonly [key in 'cwd' | 'session_id' | 'hook_event_name']?: string } {
  try {
    const value: unknown = JSON.parse(payload)
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([, one]) => typeof one === 'string'))
  } catch {
    // Not kept as a whole: the line has what there is.
    return {}
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
