/** The past as data: what other programs recorded, read into the events of a session, and a session written for other programs. Reads and makes values, never files. */
export { type ChromeEvent, type ChromeTrace, chromeTrace } from './export/chrome-trace'
export type { NanoTime } from './export/nano-time'
export { type OtlpAttributes, type OtlpValue, withDetail } from './export/otlp-attributes'
export type { OtlpEvent } from './export/otlp-events'
export { type Digest, type OtlpSpan, type OtlpSpans, otlpSpans } from './export/otlp-spans'
export { type DatedEvent, readSpans, type SpansNaming, type SpansReading, type SpansReport } from './spans/read-spans'
export { IMPORT_ATTR } from './spans/record'
export * from './why/types'
