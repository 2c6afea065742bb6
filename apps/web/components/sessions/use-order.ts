'use client'
/** The order of the rows, held while somebody is at them. What the person does lets go of it, and so does another view. */
import { useState } from 'react'
import type { SessionSummary } from '../../lib/api'
import { freshOrder, heldOrder, type Now, type Order } from './shelf-order'

interface Inputs extends Now {
  readonly sessions: readonly SessionSummary[]
  readonly held: boolean
  /** Moves whenever the order is to be made anew although it is held. */
  readonly letGo: number
  /** Which list it is. */
  readonly view: string
}

export function useOrder(inputs: Inputs): Order {
  const [kept, setKept] = useState(() => ({ inputs, order: freshOrder(inputs.sessions, inputs) }))
  if (isSame(kept.inputs, inputs)) return kept.order
  const moves = !inputs.held || kept.inputs.letGo !== inputs.letGo || kept.inputs.view !== inputs.view
  const order = moves ? freshOrder(inputs.sessions, inputs) : heldOrder(kept.order, inputs.sessions)
  setKept({ inputs, order })
  return order
}

function isSame(before: Inputs, after: Inputs): boolean {
  return (
    before.sessions === after.sessions &&
    before.held === after.held &&
    before.letGo === after.letGo &&
    before.view === after.view &&
    before.nowMs === after.nowMs
  )
}
