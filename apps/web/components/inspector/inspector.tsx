'use client'
import { X } from 'lucide-react'
import { useFolded, useShown } from '../session/session-context'
import { IconButton } from '../ui/button'
import { AttachmentPanel } from './attachment-panel'
import { EventPanel } from './event-panel'
import styles from './inspector.module.css'
import { PointPanel } from './point-panel'
import { SpanPanel } from './span-panel'
import { TurnPanel } from './turn-panel'

/** What is selected, explained. Without a selection: the turn at a glance. */
export function Inspector({ onClose }: { readonly onClose?: () => void }) {
  return (
    <div className={styles.inspector} data-closable={onClose !== undefined}>
      {onClose === undefined ? null : (
        <div className={styles.close}>
          <IconButton label="Close the inspector" small onClick={onClose}>
            <X size={15} />
          </IconButton>
        </div>
      )}
      <Selected />
    </div>
  )
}

function Selected() {
  const { selection, picked, walk, composition } = useShown()
  const span = useFolded((state) => (selection?.kind === 'span' ? state.spans.get(selection.span) : undefined))
  if (walk !== null && picked === null) return <EventPanel walk={walk} />
  switch (selection?.kind) {
    case 'span':
      return span === undefined ? <TurnPanel /> : <SpanPanel key={span.id} span={span} />
    case 'attachment': {
      const hook = composition?.hooks.find(({ id }) => id === selection.attachment)
      return hook === undefined ? <TurnPanel /> : <AttachmentPanel key={hook.id} hook={hook} />
    }
    case 'point':
      return <PointPanel key={selection.point} point={selection.point} />
    case undefined:
      return <TurnPanel />
  }
}
