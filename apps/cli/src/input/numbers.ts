/** Numbers of options. Each returns a reader for commander, which names the option in its refusal. */
import { usage } from '../failure'

export function readCount(option: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw usage(`${option} takes a whole number from ${least} to ${most}; "${text}" is not that`)
  }
}

export function readSeconds(option: string): (text: string) => number {
  return (text) => {
    const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    // setTimeout holds 2^31 milliseconds.
    if (seconds > 0 && seconds <= 2_147_483) return seconds
    throw usage(`${option} takes a number of seconds above 0; "${text}" is not that`)
  }
}
