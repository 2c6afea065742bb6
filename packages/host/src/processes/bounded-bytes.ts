/**
 * Output of unknown length in bounded memory: the first half and the last half of the limit are kept, what lay between
 * is counted. Text is made of what was kept, without half characters at the cut.
 */
export interface BoundedBytes {
  add(chunk: Buffer): void
  read(): BoundedText
}

export interface BoundedText {
  readonly text: string
  /** Bytes that came, kept or not. */
  readonly bytes: number
  /** Bytes left out in the middle. */
  readonly leftOut: number
}

export const NO_OUTPUT: BoundedText = { text: '', bytes: 0, leftOut: 0 }

export function createBoundedBytes(limit: number): BoundedBytes {
  const half = Math.floor(limit / 2)
  const head: Buffer[] = []
  let headBytes = 0
  const tail = createTail(limit - half)
  let bytes = 0
  return {
    add(chunk) {
      bytes += chunk.length
      const first = chunk.subarray(0, half - headBytes)
      if (first.length > 0) head.push(first)
      headBytes += first.length
      if (chunk.length > first.length) tail.add(chunk.subarray(first.length))
    },
    read() {
      const start = Buffer.concat(head)
      const end = tail.read()
      const leftOut = bytes - start.length - end.length
      if (leftOut === 0) return { text: Buffer.concat([start, end]).toString('utf8'), bytes, leftOut }
      const note = `\n[… ${leftOut} bytes left out …]\n`
      const text =
        start.toString('utf8').replace(/\uFFFD{1,3}$/u, '') + note + end.toString('utf8').replace(/^\uFFFD{1,3}/u, '')
      return { text, bytes, leftOut }
    },
  }
}

/** The last bytes of a stream. Joined only at twice its size, so that each byte is copied a bounded number of times. */
function createTail(limit: number): { add(chunk: Buffer): void; read(): Buffer } {
  let chunks: Buffer[] = []
  let held = 0
  const read = () => {
    const all = Buffer.concat(chunks)
    return Buffer.from(all.subarray(Math.max(0, all.length - limit)))
  }
  return {
    add(chunk) {
      chunks.push(chunk)
      held += chunk.length
      if (held <= 2 * limit) return
      chunks = [read()]
      held = chunks[0]?.length ?? 0
    },
    read,
  }
}
