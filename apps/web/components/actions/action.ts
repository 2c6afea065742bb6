/**
 * What a person can do on the page that is open, said once: the `?` sheet, the command palette and the page's keys are made of
 * it. Whoever does the work contributes it, so that none of the three can promise what is not there.
 */

/** Where an action belongs, in the order of the sheet. */
export const ACTION_GROUPS = [
  'Page',
  'Conversation',
  'Turn',
  'Verdicts',
  'Rail',
  'Hook on the rail',
  'Timeline',
  'Inspector',
  'Session',
  'View',
] as const

export type ActionGroup = (typeof ACTION_GROUPS)[number]

/** What stands above their keys on the sheet: where those are heard. */
export const SHEET_TITLES: Readonly<Record<ActionGroup, string>> = {
  Page: 'Everywhere',
  Conversation: 'Conversation',
  Turn: 'A turn, event by event',
  Verdicts: 'Verdicts and the search',
  Rail: 'Rail, while it is focused',
  'Hook on the rail': 'A hook on the rail, while it is focused',
  Timeline: 'Timeline, while it is focused',
  Inspector: 'Inspector',
  Session: 'Session',
  View: 'View',
}

export interface Action {
  /** `timeline.fit-all`: one for the page. */
  readonly id: string
  /** As an order, without a full stop: `Fit all of the turn`. */
  readonly title: string
  readonly group: ActionGroup
  /** As they stand on the sheet: `F`, `Ctrl+Shift+Z`, `→`. The first is shown beside the title. */
  readonly keys?: readonly string[]
  /**
   * Who hears the keys. `page`: this registry, wherever no text, menu or dialog has the keyboard. `there`, as where it is
   * absent: whoever contributes it, while the keyboard is in that part of the page.
   */
  readonly heard?: 'page' | 'there'
  /** `page`, and held down it goes on: stepping and zooming, not sending. */
  readonly repeats?: boolean
  /** Why it can't be done now, as a sentence without a full stop; null where it can. Asked whenever it is shown or pressed. */
  unavailable?(): string | null
  run(): void
}

/** Somewhere to go by name: a session, a turn, a hook. */
export interface Place {
  readonly id: string
  readonly title: string
  readonly kind: 'Turns' | 'Hooks on the rail' | 'Library of hooks' | 'Sessions'
  /** Shown beside it and searched as well. */
  readonly detail: string
  go(): void
}
