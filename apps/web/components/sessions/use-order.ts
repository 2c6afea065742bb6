'use client'
/** The order of the rows, held while somebody is at them. What the person does lets go of it, and so does another view. */
import type { SessionId } from '@belay/trace'
import { useState } from 'react'
import type { SessionSummary } from '../../lib/api'
import { freshOrder, heldOrder, type Now, type Order } from './shelf-order'

interface Inputs extends Now {
  readonly sessions: readonly SessionSummary[]
  readonly held: boolean
  /** Moves whenever the order is to be made anew although it is held. */
  readonly letGo: number
  /** What the person has just done something to: the next that is heard of any of them may move rows. */
  readonly mine: ReadonlySet<SessionId>
  /** Which list it is. */
  readonly view: string
}

export function useOrder(inputs: Inputs): Order {
  const [kept, setKept] = useState(() => ({
    inputs,
    order: freshOrder(inputs.sessions, inputs),
    heard: inputs.mine,
  }))
  if (isSame(kept.inputs, inputs)) return kept.order
  const hears = kept.heard !== inputs.mine && hasNews(kept.inputs.sessions, inputs)
  const asked = kept.inputs.letGo !== inputs.letGo || kept.inputs.view !== inputs.view
  const moves = !inputs.held || asked || hears
  const order = moves ? freshOrder(inputs.sessions, inputs) : heldOrder(kept.order, inputs.sessions)
  setKept({ inputs, order, heard: hears ? inputs.mine : kept.heard })
  return order
}

/** Summaries that say the same are the same object. */
function hasNews(before: readonly SessionSummary[], { sessions, mine }: Inputs): boolean {
  const find = (list: readonly SessionSummary[], id: SessionId) => list.find((session) => session.id === id)
  return [...mine].some((id) => find(before, id) !== find(sessions, id))
}

function isSame(before: Inputs, after: Inputs): boolean {
  return (
    before.sessions === after.sessions &&
    before.held === after.held &&
    before.letGo === after.letGo &&
    before.mine === after.mine &&
    before.view === after.view &&
    before.nowMs === after.nowMs
  )
}
