/** Types of the plain script beside it, for its test. */
export interface Turn<T> {
  readonly work: () => T
  readonly waiting: (pid: number) => void
}
export function takeTurns<T>(path: string, turn: Turn<T>): T
