/** A session for other tools. */
import type { SessionId } from '@belay/trace'

/**
 * `otlp`: OTLP/JSON, one `ExportTraceServiceRequest`. `chrome`: trace event JSON, which Perfetto opens. Both are masked. `jsonl`: one
 * trace event a line, the log to the letter: the conversation in it is not masked.
 */
export type ExportFormat = 'otlp' | 'chrome' | 'jsonl'
export const EXPORT_FORMATS: readonly ExportFormat[] = ['otlp', 'chrome', 'jsonl']

export interface SessionExporting {
  /** The text of the file in pieces, as the log is read: a session of any length takes little memory. Times are UTC. */
  exportSession(id: SessionId, format: ExportFormat): AsyncIterable<string>
}
