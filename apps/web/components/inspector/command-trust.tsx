'use client'
/** Scripts of this session's commands that are not what they were trusted as: nothing runs them until a person says yes to what they are. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api'
import { sayError, sayQuietly } from '../../lib/errors'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { ScriptShown } from '../scripts/script-shown'
import { useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import { Controls } from '../ui/controls'
import { Dialog } from '../ui/dialog'
import styles from './command-ran.module.css'

/** A model may rewrite one at any time. */
const LOOK_MS = 5_000

export function CommandTrust() {
  const { id } = useOpenSession()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const queryKey = ['untrusted', id]
  const { data } = useQuery({ queryKey, queryFn: () => api.untrusted(id), refetchInterval: LOOK_MS })
  if (data === undefined || data.scripts.length === 0) return null
  const trust = async () => {
    setAsking(false)
    try {
      await api.trust(id, data.hash)
      sayQuietly('They are trusted as they are now.')
    } catch (error) {
      sayError(error)
    }
    await queries.invalidateQueries({ queryKey })
  }
  const named = data.scripts.map(({ file, why }) => (
    <li key={file}>
      <code>
        <Controls text={file} />
      </code>
      <p>{why}</p>
    </li>
  ))
  return (
    <div className={styles.untrusted} role="alert">
      <p className={styles.untrustedTitle}>
        <VerdictGlyph mark="block" size={14} label="" />
        Not trusted: what is guarded by it is refused.
      </p>
      <ul className={styles.scripts}>{named}</ul>
      <Button small onClick={() => setAsking(true)}>
        Look at what changed…
      </Button>
      {asking ? (
        <Dialog
          open
          onOpenChange={setAsking}
          width={760}
          title="Trust these scripts as they are now?"
          description="They run as you, outside of any sandbox. Look at each file first: a model can write to this folder."
          foot={
            <>
              <Button data-first-focus onClick={() => setAsking(false)}>
                Not yet
              </Button>
              <Button tone="danger" onClick={() => void trust()}>
                I have looked: trust them
              </Button>
            </>
          }
        >
          {data.scripts.map(({ why, before, ...script }) => (
            <ScriptShown key={script.file} {...{ script, why, before }} />
          ))}
        </Dialog>
      ) : null}
    </div>
  )
}
