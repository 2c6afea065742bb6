import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'
import { Keys } from './keys'
import styles from './tip.module.css'

interface Props {
  readonly text: string
  readonly keys?: string | undefined
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
  readonly children: ReactNode
}

export function Tip({ text, keys, side = 'bottom', children }: Props) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className={styles.tip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
          {keys === undefined ? null : <Keys keys={keys} />}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
