/** A page that an extension describes and every client draws in the same way. */

export type Tone = 'neutral' | 'good' | 'warning' | 'bad' | 'muted'

export interface PageRow {
  /** Unique on its page; goes first to every action about it. */
  readonly id: string
  readonly text: string
  readonly badge: string | null
  readonly tone: Tone
  /** Markdown, shown beside the list; null where there is none. */
  readonly detail: string | null
}

export interface PageAction {
  /** What the command is called with, first. */
  readonly run: string
  readonly label: string
  /** One letter, while the page is focused. */
  readonly key: string
  /** Whether it is about a row. */
  readonly about: 'row' | 'page'
  readonly takes:
    | { readonly kind: 'nothing' }
    | { readonly kind: 'text'; readonly label: string; readonly initial: 'empty' | 'row' }
    | { readonly kind: 'choice'; readonly choices: readonly string[] }
    | { readonly kind: 'preset'; readonly value: string }
}

export interface PageDocument {
  readonly title: string
  /** Shown where there are no rows: what to do. */
  readonly empty: string
  readonly rows: readonly PageRow[]
  readonly actions: readonly PageAction[]
  /** A few lines beside the conversation; null where there is nothing to see. */
  readonly glance: { readonly title: string; readonly lines: readonly string[]; readonly count: number } | null
}
