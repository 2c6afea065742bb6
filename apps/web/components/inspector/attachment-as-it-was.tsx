'use client'
import type { Attachment } from '@belay/trace'
import { modeLabel, policyLabel } from '../menus/hook-menu'
import { useFolded, useOpenSession, useShown } from '../session/session-context'
import { Button } from '../ui/button'
import styles from './attachment-panel.module.css'
import { JsonView } from './json-view'
import { Facts, Section } from './panel'

/** A hook in a turn that is past: what it was set to, to read and not to change. */
export function AsItWas({ hook }: { readonly hook: Attachment }) {
  const { showTurn, select } = useOpenSession()
  const { turn } = useShown()
  const attached = useFolded(({ composition }) => composition?.hooks.some(({ id }) => id === hook.id) === true)
  const showNow = () => {
    showTurn(null)
    if (attached) select({ kind: 'attachment', attachment: hook.id })
  }
  return (
    <>
      <Section
        title={`As it was in turn ${turn?.number ?? ''}`}
        aside={
          <Button small onClick={showNow}>
            Show now
          </Button>
        }
      >
        <Facts
          facts={[
            { name: 'Mode', value: modeLabel(hook.mode) },
            { name: 'When it fails', value: policyLabel(hook.onFailure) },
            { name: 'Points', value: hook.points.join(', ') },
          ]}
        />
        {attached ? null : <p className={styles.hint}>It is not attached any more.</p>}
      </Section>
      {Object.keys(hook.params).length === 0 ? null : <JsonView title="Parameters then" value={hook.params} />}
    </>
  )
}
