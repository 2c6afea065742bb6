export type { LibraryHook } from '@belay/host'
/** What the command line needs to read a log and to name points: it knows `@belay/trace` by its types only. */
export { foldAll, isPointId, POINTS } from '@belay/trace'
export * from './operations'
