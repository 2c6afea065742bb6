/** Lines of a stream in bounded memory: of a line only the first characters are kept, however long it is. */
export interface BoundedLine {
  readonly text: string
  /** Characters of it that were left out. */
  readonly leftOut: number
}

export async function* boundedLines(chunks: AsyncIterable<string>, mostChars: number): AsyncGenerator<BoundedLine> {
  let line = ''
  let chars = 0
  const add = (part: string) => {
    if (line.length < mostChars) line += part.slice(0, mostChars - line.length)
    chars += part.length
  }
  const take = (): BoundedLine => {
    const read = { text: line.replace(/\r$/, ''), leftOut: chars - line.length }
    line = ''
    chars = 0
    return read
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      add(chunk.slice(from, end))
      from = end + 1
      yield take()
    }
    add(chunk.slice(from))
  }
  if (chars > 0) yield take()
}
