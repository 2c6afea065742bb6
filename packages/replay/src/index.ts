/** The past as data: what other programs recorded, read into the events of a session. Reads values, never files. */
export { type DatedEvent, readSpans, type SpansNaming, type SpansReading, type SpansReport } from './spans/read-spans'
export { IMPORT_ATTR } from './spans/record'
