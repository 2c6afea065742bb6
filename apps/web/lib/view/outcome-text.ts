/** What an asking came to, and how the call itself went, in a line each. */

import type { Mark } from '@belay/canvas'
import { ATTR, type OutcomeEntry, type Span } from '@belay/trace'

export function outcomeText({ outcome, point }: Pick<OutcomeEntry, 'outcome' | 'point'>): string {
  if (outcome.halt !== null) return `${outcome.haltBy ?? 'a hook'} ends the turn: ${outcome.halt}`
  const by = outcome.by === null ? '' : ` by ${outcome.by}`
  const because = outcome.reason === null || outcome.reason === '' ? '' : `: ${outcome.reason}`
  switch (outcome.decision) {
    case 'pass':
      return 'nobody objected'
    case 'block':
      return `${point === 'tools.before' ? 'refused' : 'blocked'}${by}${because}`
    case 'rewrite':
      return `rewritten${by}${because}`
    case 'ask':
      return `asked${by}${because}`
    case 'allow':
      return `allowed${by}, without a question${because}`
    case 'answer':
      return `answered${by}${because}`
    case 'handled':
      return `handled${by}`
    default:
      return `${outcome.decision.replace('_', ' ')}${by}${because}`
  }
}

export interface Ran {
  readonly mark: Mark
  readonly title: string
  readonly text: string
  readonly ms: number | null
}

export function ranText(span: Span): Ran | null {
  const ms = span.end === null ? null : span.end - span.start
  const message = span.attributes[ATTR.errorMessage]
  const exit = span.attributes[ATTR.exitCode]
  const said = typeof message === 'string' ? message : typeof exit === 'number' ? `exit ${exit}` : ''
  switch (span.status) {
    case 'running':
      return { mark: 'pass', title: 'not finished', text: 'the call is being judged, or runs', ms }
    case 'ok':
      return { mark: 'pass', title: 'it ran', text: said, ms }
    case 'error':
      return { mark: 'failed', title: 'it failed', text: said, ms }
    case 'refused':
      return { mark: 'block', title: 'it did not run', text: 'the model was told that it was refused', ms: null }
    case 'unknown':
      return {
        mark: 'failed',
        title: 'unknown outcome',
        text: 'it had started when the app ended; it was not run again',
        ms,
      }
    case 'interrupted':
      return { mark: 'failed', title: 'interrupted', text: 'the app ended before it ran', ms }
    case 'stopped':
      return { mark: 'failed', title: 'stopped', text: said, ms }
    case 'not_run':
      return { mark: 'failed', title: 'not run', text: said, ms: null }
    case 'waiting':
      return null
  }
}
