/**
 * What the door refused, for the server's log. Anybody on this machine, and any page in a browser on it, can make it speak: a
 * line has a bounded length, and so have a minute's lines together.
 */
import type { IncomingMessage } from 'node:http'
import { type Judgement, pathOf } from './judge-request'

export type RefusalLog = (request: IncomingMessage, judgement: Refused) => void
export type Refused = Extract<Judgement, { pass: 'no' }>

/** Enough to see who tries what; a page that tries for an hour fills 150 kB. */
export const MOST_LINES = 10
const WINDOW_MS = 60_000
export const MOST_PATH_CHARS = 200
const MOST_NAME_CHARS = 100

export function createRefusalLog(report: (line: string) => void): RefusalLog {
  let lines = 0
  let unsaid = 0
  const close = () => {
    if (unsaid > 0) report(`refused ${unsaid} more requests within a minute`)
    lines = 0
    unsaid = 0
  }
  return (request, judgement) => {
    // A browser that is not signed in is no attack; what has a foreign name or origin may be one.
    if (judgement.status !== 403) return
    if (lines === 0) setTimeout(close, WINDOW_MS).unref()
    if (lines >= MOST_LINES) {
      unsaid += 1
      return
    }
    lines += 1
    report(lineOf(request, judgement))
  }
}

function lineOf({ method, url, headers }: IncomingMessage, { text }: Refused): string {
  const [host, origin] = [cut(headers.host ?? '-', MOST_NAME_CHARS), cut(headers.origin ?? '-', MOST_NAME_CHARS)]
  return `refused ${method} ${cut(pathOf(url ?? ''), MOST_PATH_CHARS)} (Host ${host}, Origin ${origin}): ${text}`
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`
}
