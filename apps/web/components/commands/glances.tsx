'use client'
/** What the pages of the session's commands have to say at a glance: a count that opens the page. */
import type { CommandFacts } from '@belay/api'
import { useQuery } from '@tanstack/react-query'
import { commandsQuery, pageQuery } from '../../lib/queries'
import { useFolded, useOpenSession } from '../session/session-context'
import { Tip } from '../ui/tip'
import styles from './commands.module.css'
import { openPage } from './page-open'

/** A model may change a list at any step. */
const LOOK_MS = 4_000

export function Glances() {
  const { id } = useOpenSession()
  const hash = useFolded(({ composition }) => composition?.hash ?? '')
  const { data } = useQuery(commandsQuery(id, hash))
  return data?.filter(({ page }) => page).map((command) => <Glance key={command.name} command={command} />)
}

function Glance({ command: { name } }: { readonly command: CommandFacts }) {
  const { id } = useOpenSession()
  const { data } = useQuery({ ...pageQuery(id, name), refetchInterval: LOOK_MS })
  if (data?.glance == null) return null
  const { title, count, lines } = data.glance
  return (
    <Tip text={lines.join('\n')}>
      <button
        type="button"
        className={styles.glance}
        onClick={() => openPage(name)}
        aria-label={`${title}: ${count} left`}
      >
        {title} <b>{count}</b>
      </button>
    </Tip>
  )
}
