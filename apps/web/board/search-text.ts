/**
 * What belongs to the spans of a turn beside their names: the arguments of calls and their results, in lower case, for
 * searching. Read off the session's own rows, once per turn and again only when rows came.
 */
import { ATTR, type CallId, type SessionState, type Span, type TurnId } from '@belay/trace'

/** A result of many megabytes is searched this far; further down one reads it in the inspector. */
export const SEARCHED_CHARS = 200_000

export class SearchText {
  #of: { readonly state: SessionState; readonly turn: TurnId | null; readonly rows: number } | null = null
  #byCall = new Map<string, string>()
  #cut = 0

  /** How many arguments and results are longer than what is searched of them. */
  get cut(): number {
    return this.#cut
  }

  read(state: SessionState, turn: TurnId | null): (span: Span) => string | null {
    const rows = state.rows.length
    if (this.#of?.state !== state || this.#of.turn !== turn || this.#of.rows !== rows) {
      this.#of = { state, turn, rows }
      this.#gather(state, turn)
    }
    return ({ attributes }) => {
      const call = attributes[ATTR.toolCallId]
      return typeof call === 'string' ? (this.#byCall.get(call) ?? null) : null
    }
  }

  #gather({ rows }: SessionState, turn: TurnId | null): void {
    this.#byCall = new Map()
    this.#cut = 0
    for (const row of rows) {
      if (row.turn !== turn) continue
      if (row.kind === 'reply') for (const { id, raw } of row.calls) this.#add(id, raw)
      if (row.kind === 'result') this.#add(row.call, row.content)
    }
  }

  #add(call: CallId, text: string): void {
    if (text.length > SEARCHED_CHARS) this.#cut += 1
    const before = this.#byCall.get(call)
    const own = text.slice(0, SEARCHED_CHARS).toLowerCase()
    this.#byCall.set(call, before === undefined ? own : `${before}\n${own}`)
  }
}
