/** Bytes as they come, as lines. A line that is too long to be an answer is left out and told of. */

const MOST_LINE_BYTES = 8_388_608
const NEWLINE = 0x0a

export function createLines(take: (line: string) => void): (chunk: Uint8Array) => void {
  let parts: Buffer[] = []
  let held = 0
  const finish = () => {
    const line = held > MOST_LINE_BYTES ? `[a line of ${held} bytes]` : Buffer.concat(parts).toString('utf8')
    parts = []
    held = 0
    take(line)
  }
  return (chunk) => {
    // What came is good until we return: only what is left of it is copied.
    for (let from = 0; from < chunk.length; ) {
      const at = chunk.indexOf(NEWLINE, from)
      const to = at < 0 ? chunk.length : at
      held += to - from
      if (held <= MOST_LINE_BYTES) parts.push(Buffer.from(chunk.subarray(from, to)))
      else parts = []
      if (at >= 0) finish()
      from = to + 1
    }
  }
}
