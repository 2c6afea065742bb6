/** A session for other tools. */
import type { SessionId } from '@belay/trace'

/** `otlp`: OTLP/JSON, one `ExportTraceServiceRequest`. `chrome`: trace event JSON, which Perfetto opens. `jsonl`: one trace event a line. */
export type ExportFormat = 'otlp' | 'chrome' | 'jsonl'
export const EXPORT_FORMATS: readonly ExportFormat[] = ['otlp', 'chrome', 'jsonl']

export interface SessionExporting {
  /** The text of the file in pieces, as the log is read: a session of any length takes little memory. Times are UTC. */
  exportSession(id: SessionId, format: ExportFormat): AsyncIterable<string>
}
