/**
 * Milliseconds to pixels and back, and the ticks of a ruler.
 * Every tick is computed from its own whole number, never from the one before it, so that none drifts far out.
 */
export interface TimeScale {
  /** The time at pixel 0, in milliseconds after the timeline's zero. */
  readonly startMs: number
  readonly msPerPx: number
}

export interface Tick {
  readonly ms: number
  readonly px: number
  readonly label: string
}

export function toPx(scale: TimeScale, ms: number): number {
  return (ms - scale.startMs) / scale.msPerPx
}

export function toMs(scale: TimeScale, px: number): number {
  return scale.startMs + px * scale.msPerPx
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Steps that fall on what a clock shows; below a second and above a day they are 1, 2, 5 times a power of ten. */
const CLOCK_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
]

/** A label's letters are about 6.5 px wide at the ruler's size, with a gap of 14 px to the next. */
const LETTER_PX = 6.5
const LABEL_GAP_PX = 14
const LEAST_GAP_PX = 64

export function ticks(scale: TimeScale, widthPx: number): readonly Tick[] {
  if (!(scale.msPerPx > 0) || !(widthPx > 0) || !Number.isFinite(scale.startMs)) return []
  const endMs = toMs(scale, widthPx)
  let step = niceStep(LEAST_GAP_PX * scale.msPerPx)
  while (step / scale.msPerPx < tickLabel(endMs, step, endMs).length * LETTER_PX + LABEL_GAP_PX) {
    step = niceStep(step * 1.5)
  }
  const first = Math.ceil(scale.startMs / step)
  const last = Math.floor(endMs / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => {
    const ms = multiple(first + at, step)
    return { ms, px: toPx(scale, ms), label: tickLabel(ms, step, endMs) }
  })
}

/** The smallest nice step that is at least `ms`. */
export function niceStep(ms: number): number {
  if (ms <= SECOND / 2 || ms > 12 * HOUR) return decimalStep(ms)
  return CLOCK_STEPS.find((step) => step >= ms) ?? DAY
}

function decimalStep(ms: number): number {
  const unit = ms > 12 * HOUR ? DAY : 1
  const power = Math.floor(Math.log10(ms / unit) + 1e-9)
  const mantissa = [1, 2, 5, 10].find((m) => m * ten(power) * unit >= ms * (1 - 1e-9)) ?? 10
  return mantissa * ten(power) * unit
}

/** Dividing by a whole power of ten rounds once; multiplying by a fraction of ten would round twice. */
function multiple(count: number, step: number): number {
  if (step >= 1) return count * step
  const parts = Math.round(1 / step)
  return Math.abs(1 / parts - step) < 1e-12 * step ? count / parts : (count * Math.round(step * 1e9)) / 1e9
}

function ten(power: number): number {
  return power >= 0 ? 10 ** power : 1 / 10 ** -power
}

/** All labels of a ruler have one form: that of its last tick. */
function tickLabel(ms: number, step: number, endMs: number): string {
  const sign = ms < 0 ? '−' : ''
  const abs = Math.abs(ms)
  if (endMs < SECOND && step < 100) return `${sign}${abs.toFixed(decimals(step))} ms`
  if (endMs < MINUTE) return `${sign}${(abs / SECOND).toFixed(Math.max(1, decimals(step / SECOND)))} s`
  if (step >= HOUR) return `${sign}${dayPart(abs)}${Math.floor((abs % DAY) / HOUR)} h`
  return `${sign}${clockLabel(abs, step, endMs)}`
}

function dayPart(ms: number): string {
  return ms >= DAY ? `${Math.floor(ms / DAY)} d ` : ''
}

function clockLabel(ms: number, step: number, endMs: number): string {
  const digits = decimals(step / SECOND)
  const seconds = (ms % MINUTE) / SECOND
  const shown =
    digits === 0 ? String(Math.round(seconds)).padStart(2, '0') : seconds.toFixed(digits).padStart(3 + digits, '0')
  const minutes = Math.floor(ms / MINUTE)
  if (endMs < HOUR) return `${minutes}:${shown}`
  const hours = `${dayPart(ms)}${Math.floor((ms % DAY) / HOUR)}:${String(minutes % 60).padStart(2, '0')}`
  return step >= MINUTE ? `${hours} h` : `${hours}:${shown}`
}

function decimals(step: number): number {
  return step >= 1 ? 0 : Math.min(9, Math.ceil(-Math.log10(step) - 1e-9))
}
