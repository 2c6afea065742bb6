'use client'
/** A hook was dropped that wants parameters first: the form opens where it was dropped. */
import { Popover } from 'radix-ui'
import { useEffect } from 'react'
import { useReturnFocus } from '../../lib/return-focus'
import { anchorStyle, COLLISION_PADDING, sideOf } from '../menus/anchored'
import { AttachForm } from '../menus/attach-form'
import menu from '../menus/station-menu.module.css'
import { type OpenForm, openAttachForm, useAttachForm } from './attach-form-open'

export function AttachAt() {
  const form = useAttachForm()
  useEffect(() => () => openAttachForm(null), [])
  return form === null ? null : <FormAt {...form} />
}

function FormAt({ hook, point, position, anchor, opener }: OpenForm) {
  useReturnFocus(opener)
  const close = () => openAttachForm(null)
  return (
    <Popover.Root open onOpenChange={(open) => (open ? null : close())}>
      <Popover.Anchor style={anchorStyle(anchor)} />
      <Popover.Portal>
        <Popover.Content
          className={menu.menu}
          side={sideOf(anchor)}
          sideOffset={6}
          collisionPadding={COLLISION_PADDING}
          aria-label={`Attach ${hook.name} at ${point}`}
        >
          <AttachForm hook={hook} point={point} position={position} onBack={close} onDone={close} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
