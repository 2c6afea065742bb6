/** Something of an extension that is kept beyond the process: one value a key, there whole or not at all. */
export interface KeptValue<T> {
  /** What is empty, where nothing was kept under the key. */
  read(key: string): T
  write(key: string, value: T): void
}
