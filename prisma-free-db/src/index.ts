/** What lasts: the schema, its migrations, and the one store that reads and writes it. */
export type { CompositionChangeRecord, HookSetRecord } from './composing'
export { type Database, type Details, type NewSessionRecord, openDatabase } from './database'
export type { FileChangeRecord, PutBackFileRecord } from './file-keeping'
export type { CopiedSpan, RowPlace } from './forking'
export { type HomeLock, takeLock } from './lock'
export { NativeModuleError } from './native'
export { NewerDatabaseError } from './open'
export type { SessionRecord, TurnRecord, VerdictRecord } from './reads'
