/** What the command palette shows: what can be done and where one can go, by what was typed; without that, what was used last first. */
import { ACTION_GROUPS, type Action, type Place } from '../actions/action'
import { fit } from './fuzzy'

export interface PaletteRow {
  readonly id: string
  readonly title: string
  /** Of an action its part of the page, of a place what it is. */
  readonly group: string
  readonly detail: string
  readonly keys: string | null
  /** Why it can't be done now. */
  readonly reason: string | null
  readonly letters: readonly number[]
  run(): void
}

export interface Offered {
  readonly actions: readonly Action[]
  readonly places: readonly Place[]
  /** Ids, the last one used first. */
  readonly used: readonly string[]
}

export const USED_LAST = 'Used last'
/** A list is read, not searched by eye; what is typed finds the rest. */
export const MOST_ROWS = 80
const MOST_OF_A_KIND = 6
/** Of two that fit alike, the one that was used. */
const LATELY = 0.05
const NOT_NOW = 0.3
const KINDS: readonly Place['kind'][] = ['Turns', 'Hooks on the rail', 'Sessions', 'Library of hooks']

export interface PaletteRows {
  readonly rows: readonly PaletteRow[]
  /** How many are not shown. */
  readonly hidden: number
}

export function paletteRows(offered: Offered, typed: string): PaletteRows {
  return typed.trim() === '' ? unsearched(offered) : searched(offered, typed)
}

function unsearched({ actions, places, used }: Offered): PaletteRows {
  const all = [...actions.map(actionRow), ...places.map(placeRow)]
  const last = used.flatMap((id) => all.find((row) => row.id === id) ?? []).filter(({ reason }) => reason === null)
  const rest = ACTION_GROUPS.flatMap((group) =>
    doableFirst(actions.filter((one) => one.group === group).map(actionRow)),
  )
  const some = KINDS.flatMap((kind) => places.filter((one) => one.kind === kind).slice(0, MOST_OF_A_KIND))
  const rows = [...last.map((row) => ({ ...row, group: USED_LAST })), ...rest, ...some.map(placeRow)]
  return { rows, hidden: places.length - some.length }
}

/** Within a part of the page what can be done now goes before what can't. */
function doableFirst(rows: readonly PaletteRow[]): readonly PaletteRow[] {
  return [...rows.filter(({ reason }) => reason === null), ...rows.filter(({ reason }) => reason !== null)]
}

function searched({ actions, places, used }: Offered, typed: string): PaletteRows {
  const found = [...actions.map(actionRow), ...places.map(placeRow)].flatMap((row) => {
    const found = fit(typed, row.title, `${row.group} ${row.detail}`)
    if (found === null) return []
    const lately = used.includes(row.id) ? LATELY : 0
    return [
      { row: { ...row, letters: found.letters }, score: found.score + lately - (row.reason === null ? 0 : NOT_NOW) },
    ]
  })
  const rows = found.sort((a, b) => b.score - a.score).map(({ row }) => row)
  return { rows: rows.slice(0, MOST_ROWS), hidden: Math.max(rows.length - MOST_ROWS, 0) }
}

function actionRow(action: Action): PaletteRow {
  const { id, title, group, keys } = action
  const reason = action.unavailable?.() ?? null
  return { id, title, group, detail: '', keys: keys?.[0] ?? null, reason, letters: [], run: () => action.run() }
}

function placeRow(place: Place): PaletteRow {
  const { id, title, kind, detail } = place
  return { id, title, group: kind, detail, keys: null, reason: null, letters: [], run: () => place.go() }
}
