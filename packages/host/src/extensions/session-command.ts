/**
 * A command of a session: one definition for the `/` menu and for `belay`. Leading arguments take one word, the last one takes
 * the rest as it was written.
 */
import type { SessionId } from '@belay/trace'
import type { PageDocument } from './page-document'

export interface CommandArgument {
  readonly name: string
  readonly description: string
  readonly optional: boolean
  /** Closed set of values, where there is one. */
  readonly choices: readonly string[] | null
}

export interface SessionCommand {
  /** Kebab-case, without the slash. */
  readonly name: string
  readonly description: string
  readonly args: readonly CommandArgument[]
  /** Without arguments it answers a page. */
  readonly page: boolean
  /** Whether models may run it too: they get its answer, and a prompt begins no turn. No where absent. */
  readonly forModels?: boolean
  /** A throw with a sentence for people is its answer; nothing else changed then. */
  run(args: readonly string[], context: CommandContext): Promise<CommandReply>
}

export interface CommandContext {
  readonly session: SessionId
  readonly workspace: string
  readonly signal: AbortSignal
  /** Told to the model at its next step or with the person's next message; starts no turn. */
  note(text: string): void
}

export type CommandReply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'page'; readonly page: PageDocument }
  /** Sent as the person's message: it begins a turn. */
  | { readonly kind: 'prompt'; readonly text: string }

export type ReadArgs =
  | { readonly ok: true; readonly args: readonly string[] }
  | { readonly ok: false; readonly message: string }

/** What a person wrote behind the name, by the command's own arguments. */
export function readArgs({ name, args }: Pick<SessionCommand, 'name' | 'args'>, text: string): ReadArgs {
  const words: string[] = []
  let rest = text.trim()
  for (const [at, argument] of args.entries()) {
    const isLast = at === args.length - 1
    const word = isLast ? rest : (/^\S+/.exec(rest)?.[0] ?? '')
    rest = isLast ? '' : rest.slice(word.length).trimStart()
    if (word === '') {
      if (argument.optional) break
      return { ok: false, message: `/${name} needs ${argument.name}: ${usage(name, args)}` }
    }
    if (argument.choices !== null && !argument.choices.includes(word))
      return { ok: false, message: `${argument.name} is one of ${argument.choices.join(', ')}, not ${word}.` }
    words.push(word)
  }
  if (args.length === 0 && rest !== '') return { ok: false, message: `/${name} takes nothing behind it.` }
  return { ok: true, args: words }
}

export function usage(name: string, args: readonly CommandArgument[]): string {
  return [`/${name}`, ...args.map((one) => (one.optional ? `[${one.name}]` : `<${one.name}>`))].join(' ')
}
