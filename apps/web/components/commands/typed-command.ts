/** What of a message is a command: a slash and a name at its very beginning. */

export interface TypedCommand {
  readonly name: string
  /** Behind the name, as it was written. */
  readonly text: string
  /** Whether the name is over, so that no other one is meant. */
  readonly named: boolean
}

const COMMAND = /^\/([a-z0-9-]*)(\s[\s\S]*)?$/

export function typedCommand(message: string): TypedCommand | null {
  const [whole, name = '', rest] = COMMAND.exec(message) ?? []
  return whole === undefined ? null : { name, text: (rest ?? '').trim(), named: rest !== undefined }
}

/** Those that may be meant, the ones that begin so first. */
export function matching<T extends { readonly name: string }>(commands: readonly T[], typed: string): readonly T[] {
  const begin = commands.filter(({ name }) => name.startsWith(typed))
  return [...begin, ...commands.filter(({ name }) => !name.startsWith(typed) && name.includes(typed))]
}
