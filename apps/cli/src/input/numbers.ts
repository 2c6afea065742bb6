/** Numbers of options. Each returns a reader for commander, which names the option in its refusal. */
import { usage } from '../failure'

export function readCount(option: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw usage(`${option} takes a whole number from ${least} to ${most}; "${text}" is not that`)
  }
}

/** setTimeout holds 2^31 milliseconds. */
const MOST_SECONDS = 2_147_483

export function readSeconds(option: string): (text: string) => number {
  return (text) => {
    const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    if (seconds > 0 && seconds <= MOST_SECONDS) return seconds
    throw usage(`${option} takes a number of seconds above 0, at most ${MOST_SECONDS}; "${text}" is not that`)
  }
}
