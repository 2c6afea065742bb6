/** How often commands kept a turn going, which is what `stop_hook_active` and `stop_block_count` say. Keeps the last turn of each session. */
export interface StopPlace {
  readonly session: string
  readonly turn: string
  readonly point: string
}

export interface StopCounts {
  /** Of the askings before this one, by how often the turn had been continued. */
  before(place: StopPlace, held: number): number
  blocked(place: StopPlace, held: number): void
}

export function createStopCounts(): StopCounts {
  const bySession = new Map<string, { readonly turn: string; readonly helds: Set<number> }>()
  const keyOf = ({ session, point }: StopPlace) => `${session} ${point}`
  const heldsOf = (place: StopPlace) => {
    const known = bySession.get(keyOf(place))
    return known?.turn === place.turn ? known.helds : null
  }
  return {
    before: (place, held) => [...(heldsOf(place) ?? [])].filter((one) => one < held).length,
    blocked(place, held) {
      const helds = heldsOf(place) ?? new Set<number>()
      bySession.set(keyOf(place), { turn: place.turn, helds: helds.add(held) })
    },
  }
}
