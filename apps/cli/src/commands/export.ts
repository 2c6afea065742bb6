/** `belay export`: a session as a file for other tools. */
import type { ExportFormat } from '@belay/api'
import type { SessionId } from '@belay/trace'
import { type Command, Option } from 'commander'
import type { Context } from '../context'
import { openDraft } from '../draft-file'
import { interrupted } from '../failure'
import { oneLine } from '../print/text'
import type { Start } from '../start'

interface ExportOptions {
  readonly format: ExportFormat
  readonly output?: string
}

const formats = ['otlp', 'chrome', 'jsonl'] as const satisfies readonly ExportFormat[]

export function addExport(program: Command, start: Start): void {
  program
    .command('export')
    .description('a session for other tools: OpenTelemetry, Perfetto, JSON lines')
    .argument('<session>')
    .addOption(new Option('--format <name>', 'what to write').choices(formats).makeOptionMandatory())
    .option('-o, --output <file>', 'where to; what is there is replaced. Standard output by default')
    .action((session: string, options: ExportOptions, self: Command) =>
      start.toItsEnd(self, (context) => exportSession(context, session as SessionId, options)),
    )
}

async function exportSession(context: Context, session: SessionId, options: ExportOptions): Promise<undefined> {
  const operations = await context.existing()
  const pieces = untilInterrupted(operations.exportSession(session, options.format), context.signal)
  if (options.output === undefined || options.output === '-') await toStdout(context, pieces)
  else await toFile(context, { session, format: options.format, file: options.output, pieces })
}

/** No more is read than the reader of stdout takes in. */
async function toStdout({ out }: Context, pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    out.print(piece)
    await out.flush()
  }
}

interface FileExport {
  readonly session: SessionId
  readonly format: ExportFormat
  readonly file: string
  readonly pieces: AsyncIterable<string>
}

async function toFile(context: Context, { session, format, file, pieces }: FileExport): Promise<void> {
  const { json, out } = context
  const draft = await openDraft(file, context)
  let bytes = 0
  try {
    for await (const piece of pieces) {
      await draft.write(piece)
      bytes += Buffer.byteLength(piece)
    }
    await draft.keep()
  } catch (error) {
    await draft.drop()
    throw error
  }
  if (json) out.json({ session, format, file: draft.path, bytes })
  else out.line(`${oneLine(draft.path)}: ${bytes} bytes`)
}

/** A person who interrupts, and a reader who has gone, need not wait for a server that says nothing. */
async function* untilInterrupted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]()
  const stop = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(interrupted())
    else signal.addEventListener('abort', () => reject(interrupted()), { once: true })
  })
  stop.catch(() => undefined)
  try {
    for (;;) {
      const item = await Promise.race([source.next(), stop])
      if (item.done === true) return
      yield item.value
    }
  } finally {
    // Not waited for: it may be the one that says nothing.
    void source.return?.().catch(() => undefined)
  }
}
