'use client'
/** What a matcher selects now, in one line: tools by name, and how many of the recorded calls. */
import type { CommandMatches } from '@belay/api'
import styles from './commands.module.css'

interface Props {
  /** Null while nobody has looked. */
  readonly group: CommandMatches['groups'][number] | null
  readonly matches: CommandMatches | null
}

/** More names than these are a number. */
const MOST_NAMED = 6

export function GroupSelects({ group, matches }: Props) {
  if (group === null || matches === null) return null
  const recorded = matches.recorded[group.event]?.length ?? 0
  const nothing = (group.tools === null || group.tools.length === 0) && group.calls.length === 0
  const isAll = group.matcher === null || group.matcher === '' || group.matcher === '*'
  return (
    <p className={styles.selects} data-nothing={nothing && !(recorded === 0 && group.tools === null)}>
      {isAll && group.tools !== null ? <span>every tool</span> : <Tools tools={group.tools} />}
      <span>{countText(group.calls.length, recorded, group.tools !== null)}</span>
    </p>
  )
}

function Tools({ tools }: { readonly tools: readonly string[] | null }) {
  if (tools === null) return null
  if (tools.length === 0) return <span>matches none of the tools</span>
  const more = tools.length - MOST_NAMED
  return (
    <>
      {tools.slice(0, MOST_NAMED).map((tool) => (
        <code key={tool} className={styles.tool}>
          {tool}
        </code>
      ))}
      {more > 0 ? <span>and {more} more</span> : null}
    </>
  )
}

function countText(calls: number, recorded: number, ofTools: boolean): string {
  const what = ofTools ? (recorded === 1 ? 'recorded call' : 'recorded calls') : 'on record'
  if (recorded === 0) return ofTools ? 'no call is on record yet' : 'nothing of it is on record'
  return `${calls === 0 ? 'none' : calls} of ${recorded} ${what}`
}
