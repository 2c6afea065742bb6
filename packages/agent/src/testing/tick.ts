/** Lets everything run that waits for nothing but its turn. */
export async function tick(): Promise<void> {
  // More than the longest chain of promises between two waits in the loop.
  for (let round = 0; round < 200; round += 1) await null
}
