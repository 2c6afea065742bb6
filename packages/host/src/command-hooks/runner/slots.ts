/** So many at a time, the others in the order in which they came. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>

export function createSlots(most: number): Slots {
  const queue: (() => void)[] = []
  let busy = 0
  return async (work) => {
    if (busy >= most) await new Promise<void>((resolve) => queue.push(resolve))
    else busy += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next === undefined) busy -= 1
      else next()
    }
  }
}
