/**
 * What a command writes, of any length in bounded memory: the first half and the last half of 1 MiB as text, and of
 * stdout up to the last 8 MiB, where an answer is looked for. Never throws over bytes that are no text.
 */
import type { CommandStream } from '../run'

const HALF_BYTES = 524_288
const ANSWER_BYTES = 8_388_608
/** Small writes are put together into slabs, so that a byte at a time costs no object a byte. */
const FIRST_SLAB_BYTES = 1_024
const SLAB_BYTES = 65_536

export interface KeptOutput {
  readonly bytes: number
  add(chunk: Uint8Array): void
  stream(): CommandStream
  answerText(): string
}

/** `answers`: it is kept far enough back to look for an answer. */
export function createKeptOutput(answers: boolean): KeptOutput {
  const head = createSlabs()
  const tail = createSlabs()
  const mostTail = answers ? ANSWER_BYTES : HALF_BYTES
  let bytes = 0
  return {
    get bytes() {
      return bytes
    },
    add(chunk) {
      const first = Math.min(chunk.length, Math.max(0, HALF_BYTES - bytes))
      bytes += chunk.length
      if (first > 0) head.add(chunk.subarray(0, first))
      if (first < chunk.length) tail.add(chunk.subarray(first))
      tail.keepLast(mostTail)
    },
    stream: () => streamOf({ head: head.parts(), tail: tail.parts(), bytes }),
    answerText() {
      const whole = bytes <= HALF_BYTES + tail.bytes
      const all = whole ? [...head.parts(), ...tail.parts()] : tail.parts()
      return decode(lastOf(all, ANSWER_BYTES), {
        ...formOf(head.parts()),
        at: bytes - Math.min(bytes, ANSWER_BYTES, sizeOf(all)),
      })
    },
  }
}

interface Kept {
  readonly head: readonly Buffer[]
  readonly tail: readonly Buffer[]
  readonly bytes: number
}

function streamOf({ head, tail, bytes }: Kept): CommandStream {
  const form = formOf(head)
  const cut = bytes > 2 * HALF_BYTES
  if (!cut) return { text: decode([...head, ...tail], { ...form, at: 0 }), bytes, cut, utf16: form.utf16 }
  const first = decode(head, { ...form, at: 0, more: true })
  const last = decode(lastOf(tail, HALF_BYTES), { ...form, at: bytes - HALF_BYTES })
  return { text: `${first}\n[… ${bytes - 2 * HALF_BYTES} bytes left out …]\n${last}`, bytes, cut, utf16: form.utf16 }
}

interface Form {
  readonly utf16: boolean
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
}

function formOf(head: readonly Buffer[]): Form {
  const [first, second] = head[0] ?? []
  if (first === 0xff && second === 0xfe) return { utf16: true, encoding: 'utf-16le' }
  if (first === 0xfe && second === 0xff) return { utf16: true, encoding: 'utf-16be' }
  return { utf16: false, encoding: 'utf-8' }
}

interface Piece extends Form {
  /** Where in the stream it begins: a character cut there is left out. */
  readonly at: number
  /** More follows that was not kept: a character cut at the end is left out. */
  readonly more?: boolean
}

function decode(parts: readonly Buffer[], { utf16, encoding, at, more = false }: Piece): string {
  const all = Buffer.concat(parts)
  if (utf16) return new TextDecoder(encoding).decode(all.subarray(at % 2), { stream: more })
  const from = at > 0 ? continuationBytes(all) : 0
  return all.toString('utf8', from, more ? wholeCharacters(all) : all.length)
}

/** Where the last character ends, should it have been cut. */
function wholeCharacters(bytes: Buffer): number {
  let start = bytes.length - 1
  while (start > bytes.length - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1
  const first = bytes[start] ?? 0
  const size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
  return start + size > bytes.length ? start : bytes.length
}

/** At most three bytes belong to a character that began before. */
function continuationBytes(part: Buffer): number {
  let count = 0
  while (count < 3 && ((part[count] ?? 0) & 0xc0) === 0x80) count += 1
  return count
}

interface Slabs {
  readonly bytes: number
  add(chunk: Uint8Array): void
  /** Lets go of what came before the last so many bytes, by whole slabs. */
  keepLast(bytes: number): void
  parts(): readonly Buffer[]
}

function createSlabs(): Slabs {
  let full: Buffer[] = []
  /** One that was let go of is filled again: what is thrown away would stay in memory for a while. */
  let spare: Buffer[] = []
  let slab: Buffer = Buffer.alloc(0)
  let used = 0
  let bytes = 0
  return {
    get bytes() {
      return bytes
    },
    add(chunk) {
      for (let from = 0; from < chunk.length; ) {
        if (used === slab.length) {
          if (used > 0) full.push(slab)
          const wanted = full.length === 0 && chunk.length < FIRST_SLAB_BYTES ? FIRST_SLAB_BYTES : SLAB_BYTES
          slab = spare.pop() ?? Buffer.allocUnsafeSlow(wanted)
          used = 0
        }
        const part = chunk.subarray(from, from + slab.length - used)
        slab.set(part, used)
        used += part.length
        bytes += part.length
        from += part.length
      }
    },
    keepLast(most) {
      let drop = 0
      for (const old of full) {
        if (bytes - old.length < most) break
        bytes -= old.length
        drop += 1
      }
      if (drop === 0) return
      spare = full.slice(0, drop)
      full = full.slice(drop)
    },
    parts: () => (used === 0 ? full : [...full, slab.subarray(0, used)]),
  }
}

function sizeOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

function lastOf(parts: readonly Buffer[], most: number): readonly Buffer[] {
  let over = sizeOf(parts) - most
  return parts.flatMap((part) => {
    const left = part.subarray(Math.max(0, Math.min(part.length, over)))
    over -= part.length
    return left.length === 0 ? [] : [left]
  })
}
