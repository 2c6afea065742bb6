/**
 * When it is quiet: between two times of the day, on some days of the week, as the clock on the wall shows them in a place.
 * Promises: what counts is the wall clock alone, so that the hour that is skipped or comes twice is neither lost nor
 * guessed; a time that goes over midnight belongs to the day on which it began.
 */
export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Day = (typeof DAYS)[number]

export interface QuietTimes {
  /** `22:00`. */
  readonly from: string
  readonly to: string
  /** On which it begins. */
  readonly days: readonly Day[]
  /** As `Europe/Berlin`; empty: the machine's. */
  readonly timeZone: string
}

export interface WallTime {
  readonly day: Day
  /** `23:05`. */
  readonly time: string
}

/** Throws where there is no such time zone. */
export function wallTime(atMs: number, timeZone: string): WallTime {
  const parts = formatOf(timeZone).formatToParts(atMs)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const name = part('weekday').toLowerCase()
  const day = DAYS.find((day) => day === name) ?? 'monday'
  return { day, time: `${part('hour')}:${part('minute')}` }
}

/** Texts of `HH:MM` are in the order of their times. Where both are the same, it is quiet for a day from then on. */
export function isQuiet({ day, time }: WallTime, { from, to, days }: QuietTimes): boolean {
  if (from < to) return time >= from && time < to && days.includes(day)
  return (time >= from && days.includes(day)) || (time < to && days.includes(dayBefore(day)))
}

function dayBefore(day: Day): Day {
  return DAYS[(DAYS.indexOf(day) + DAYS.length - 1) % DAYS.length] ?? day
}

export function isTimeZone(text: string): boolean {
  try {
    formatOf(text)
    return true
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Made once: it takes as long as a thousand of its uses. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const place = timeZone === '' ? {} : { timeZone }
  const made = new Intl.DateTimeFormat('en-GB', {
    ...place,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, made)
  return made
}
