/** Numbers and times as people read them: local, short, never wider than they need to be. */

const COUNT = new Intl.NumberFormat('en')
const CLOCK = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })
const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })
const FULL = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', hour12: false })

export function formatCount(count: number): string {
  return COUNT.format(count)
}

const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** `2.2K`: for columns of figures, where the exact one is a tip away. */
export function formatShort(count: number): string {
  return SHORT.format(count)
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

export function formatClock(at: number): string {
  return CLOCK.format(at)
}

const MINUTE = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false })
const DAY_OF = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** `10:41`, with its day where that is not today. */
export function formatMinute(at: number, nowMs: number = Date.now()): string {
  const day = DAY_OF.format(at)
  return day === DAY_OF.format(nowMs) ? MINUTE.format(at) : `${DAY.format(at)}, ${MINUTE.format(at)}`
}

export function formatFull(at: number): string {
  return FULL.format(at)
}

/** `just now`, `12 min ago`, `3 h ago`, then the day. */
export function formatAgo(at: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - at) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  return DAY.format(at)
}

/** The folders of a path that tell it apart: its end, since the beginning is the same for most. */
export function shortenPath(path: string, folders = 2): string {
  const parts = path.split('/').filter((part) => part !== '')
  return parts.length <= folders ? path : `…/${parts.slice(-folders).join('/')}`
}

export function firstLine(text: string, limit = 160): string {
  const line = text.trimStart().split('\n', 1)[0] ?? ''
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line
}
