/** The name and the status that a span has for OpenTelemetry. Names are few, whatever people and models wrote. */
import { ATTR, type Span } from '@belay/trace'

/** `unset` is neither: it did what it was told, which was not to happen. */
export interface OtlpStatus {
  readonly code: 'unset' | 'ok' | 'error'
  readonly message: string | null
}

/** As the GenAI conventions name them: what is done, and on what. */
export function otlpName({ kind, name }: Pick<Span, 'kind' | 'name'>): string {
  switch (kind) {
    case 'turn':
      return 'invoke_agent belay'
    case 'model':
      return `chat ${name}`
    case 'tool':
    case 'inner':
      return `execute_tool ${name}`
    case 'hook':
      return `hook ${name}`
    case 'step':
    case 'compaction':
      return kind
  }
}

export function otlpStatus(span: Pick<Span, 'status' | 'attributes'>): OtlpStatus {
  const turn = span.attributes['belay.turn.status']
  if (turn === 'failed' || turn === 'interrupted') return error(span.attributes['belay.turn.reason'] ?? turn)
  switch (span.status) {
    case 'ok':
      return { code: 'ok', message: null }
    case 'error':
      return error(span.attributes[ATTR.errorMessage] ?? null)
    case 'interrupted':
      return error('the process died')
    case 'unknown':
      return error('unknown outcome: it had started when the process died')
    case 'refused':
    case 'stopped':
    case 'not_run':
    case 'running':
    case 'waiting':
      return { code: 'unset', message: null }
  }
}

function error(message: string | number | boolean | null): OtlpStatus {
  return { code: 'error', message: message === null ? null : String(message) }
}
