/**
 * Names of tools as every vendor takes them. Promises: `_` for each character outside `[A-Za-z0-9_-]`, 64 at most, unique in
 * a request (a hash at the end where needed), the same in each request that has the same tools, and mapped back to the letter.
 */
import { createHash } from 'node:crypto'

const MOST = 64
/** Of the hash: unique among as many tools as a request can hold. */
const HASH_CHARS = 8

export interface WireNames {
  toWire(name: string): string
  /** A name that no tool has is what the model made up: it is passed on as it is. */
  fromWire(wire: string): string
}

export function wireNames(names: readonly string[]): WireNames {
  const plain = names.map(plainName)
  const toWire = new Map<string, string>()
  names.forEach((name, at) => {
    const short = plain[at] ?? ''
    const isUnique = plain.filter((other) => other === short).length === 1
    toWire.set(name, isUnique && short.length <= MOST ? short : hashed(name, short))
  })
  const fromWire = new Map([...toWire].map(([name, wire]) => [wire, name]))
  return {
    toWire: (name) => toWire.get(name) ?? plainName(name).slice(0, MOST),
    fromWire: (wire) => fromWire.get(wire) ?? wire,
  }
}

function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_')
}

function hashed(name: string, plain: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_CHARS)
  return `${plain.slice(0, MOST - HASH_CHARS - 1)}_${hash}`
}
