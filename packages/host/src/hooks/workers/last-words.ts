/**
 * What a thread died of. Promises: total. Whatever a hook's code threw, an `Error` or not, becomes a sentence and a stack
 * of bounded length here; nothing that came out of a worker is looked into anywhere else before it was parsed.
 */
import { ThrownInWorker } from './thrown-in-worker'

/** Longer than any message that a person reads, and than the frames in which an own file stands. */
const LONGEST_MESSAGE = 2_000
const LONGEST_STACK = 8_000

export function lastWords(thrown: unknown, heapMib: number): ThrownInWorker {
  if (read(thrown, 'code') === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new ThrownInWorker('threw', `it used more than ${heapMib} MiB of memory`, '')
  }
  return new ThrownInWorker(
    'threw',
    sentence(thrown).slice(0, LONGEST_MESSAGE),
    read(thrown, 'stack').slice(0, LONGEST_STACK),
  )
}

function sentence(thrown: unknown): string {
  if (typeof thrown === 'string') return `it threw ${JSON.stringify(thrown.slice(0, LONGEST_MESSAGE))}`
  const name = read(thrown, 'name')
  const message = read(thrown, 'message')
  if (message !== '') return name === '' ? message : `${name}: ${message}`
  return name === ''
    ? `it threw ${shown(thrown)}`
    : `it threw ${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name} without a message`
}

function shown(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  try {
    const text = JSON.stringify(thrown)
    return text === '{}' ? 'an object without a message' : text
  } catch {
    // A circle.
    return 'an object without a message'
  }
}

/** A property that is text, else nothing: any of them may be missing, of another kind, or a getter that throws. */
function read(thrown: unknown, key: 'name' | 'message' | 'stack' | 'code'): string {
  if (typeof thrown !== 'object' || thrown === null) return ''
  try {
    const value: unknown = Reflect.get(thrown, key)
    return typeof value === 'string' ? value : ''
  } catch {
    return ''
  }
}
