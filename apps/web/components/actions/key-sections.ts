/** The sheet of keys: those of the actions that are there, and beside them the keys that are no action. */
import type { KeyGroup } from '../session/keys-list'
import { ACTION_GROUPS, type Action, SHEET_TITLES } from './action'

export interface KeySection {
  readonly title: string
  readonly rows: readonly KeyRow[]
}

export interface KeyRow {
  /** All that do the same. */
  readonly keys: readonly string[]
  readonly does: string
}

/** What has no key is not on the sheet; a plain group of the same title goes on in the section of the actions. */
export function keySections(actions: readonly Action[], plain: readonly KeyGroup[]): readonly KeySection[] {
  const sections = ACTION_GROUPS.map((group) => ({
    title: SHEET_TITLES[group],
    rows: actions.flatMap(({ group: of, keys = [], title }) =>
      of === group && keys.length > 0 ? [{ keys, does: title }] : [],
    ),
  }))
  const titles = new Set([...sections, ...plain].map(({ title }) => title))
  return [...titles]
    .map((title) => ({
      title,
      rows: [
        ...sections.filter((one) => one.title === title).flatMap(({ rows }) => rows),
        ...plain
          .filter((one) => one.title === title)
          .flatMap(({ keys }) => keys.map(([key, does]) => rowOf(key, does))),
      ],
    }))
    .filter(({ rows }) => rows.length > 0)
}

function rowOf(keys: string, does: string): KeyRow {
  return { keys: [keys], does }
}
