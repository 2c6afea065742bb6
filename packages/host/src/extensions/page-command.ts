/** A command that is a page: alone it answers the page, with an action it does that. What an action throws is its sentence. */
import type { PageDocument } from './page-document'
import type { CommandContext, SessionCommand } from './session-command'

export interface PageAct {
  readonly action: string
  /** All that stands behind the action. */
  readonly details: string
  /** Its first word: the row's id, where it is about one. */
  readonly of: string
  /** What stands behind that. */
  readonly rest: string
}

export interface PageCommand {
  readonly name: string
  readonly description: string
  readonly actions: readonly string[]
  page(context: CommandContext): PageDocument | Promise<PageDocument>
  /** Gives what was done, in a sentence. */
  act(act: PageAct, context: CommandContext): string
}

export function pageCommand({ name, description, actions, page, act }: PageCommand): SessionCommand {
  const args = [
    { name: 'action', description: 'What to do.', optional: true, choices: actions },
    { name: 'details', description: 'The row first, where it is about one.', optional: true, choices: null },
  ]
  return {
    ...{ name, description, page: true },
    args: actions.length === 0 ? [] : args,
    run: async ([action, details = ''], context) => {
      if (action === undefined) return { kind: 'page', page: await page(context) }
      const [, of = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(details.trim()) ?? []
      return { kind: 'text', text: act({ action, details: details.trim(), of, rest }, context) }
    },
  }
}
