/**
 * Our ends of a command's three pipes, which are named ones (FIFOs) until both sides have opened them: real pipes, so that
 * `/dev/stdin` and `/dev/stderr` can be opened as under a shell. Promises: reads whatever comes, whenever; nothing is
 * buffered here; a command that never reads raises no error, since we hold a reading end of its stdin too.
 */
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net'
import { isCode } from '../../processes/end-group'

/** What a pipe holds. */
const PIPE_BYTES = 65_536
/** Who reads it is at it for so long, as a rule: trying again takes less than being told of the room, which both have to sleep for. */
const TRIES = 8
/** Other commands wait meanwhile. */
const MOST_TRIED_BYTES = 16 * PIPE_BYTES
/** One for all: what came is taken out of it before anything else is read. */
const SHARED = Buffer.allocUnsafeSlow(PIPE_BYTES)
/** Of what is there when a command has ended; a descendant that floods must not hold us up. */
const MOST_AT_ONCE_BYTES = 1_048_576
const READ = constants.O_RDONLY | constants.O_NONBLOCK
const WRITE = constants.O_WRONLY | constants.O_NONBLOCK

export interface ReadEnd {
  /** Every holder of the other end has closed it, as far as is known: not every system tells. */
  readonly ended: boolean
  /** Who takes what comes from now on. The bytes are good until it returns. */
  to(sink: (chunk: Uint8Array) => void, ended: () => void): void
  /** Hands over what is there and nobody has read yet. */
  takeRest(): void
  /** Keeps the process running while it is read, or does not. */
  hold(held: boolean): void
  close(): void
}

export interface WriteEnd {
  /** All that was written left for the pipe. Whether it was read is told by `unread`. */
  readonly written: boolean
  write(bytes: Uint8Array): void
  /** End of file, once all is written. */
  end(): void
  /** Whether something lies in the pipe that the command did not read. */
  unread(): boolean
  /** Whether so many bytes lie in it. They are taken out: for when nobody reads it any more. */
  holds(bytes: number): boolean
  close(): void
}

export interface PipeEnds {
  readonly stdin: WriteEnd
  readonly stdout: ReadEnd
  readonly stderr: ReadEnd
  /** Tells the shell something while it is no command yet. */
  tell(line: string): void
  /** Begins to read, once the shell's side is open: before that a pipe looks as if it had ended. */
  start(): void
  /** The shell waits: what it has for its command's stdin is opened. */
  connect(pid: number): void
  /** Tells it the line by which it becomes the command; from then on `stdin`, which begins with this, is the command's. */
  become(line: string, input: string): void
  /** The shell is gone and never read the line: no command has begun. False where that can't be told. */
  neverBegan(): boolean
  close(): void
}

/** Opens our side of the pipes at the path. Throws where the system has no more files to open. */
export function openEnds(path: string): PipeEnds {
  const opened: number[] = []
  const open = (name: string, flags: number) => {
    const fd = openSync(name, flags)
    opened.push(fd)
    return fd
  }
  try {
    // Each opens at once: a reader never waits when it does not block, and then the writer has one.
    const reader = open(`${path}.0`, READ)
    const control = createWriteEnd(open(`${path}.0`, WRITE), reader)
    return joinEnds(control, createReadEnd(open(`${path}.1`, READ)), createReadEnd(open(`${path}.2`, READ)))
  } catch (error) {
    for (const fd of opened) closeSync(fd)
    throw error
  }
}

function joinEnds(control: WriteEnd, stdout: StartedReadEnd, stderr: StartedReadEnd): PipeEnds {
  let stdin: WriteEnd | null = null
  /** Written to the control pipe behind the line; null before the line was told. */
  let behind: number | null = null
  const tellLine = (line: string, input: string) => {
    behind = Buffer.byteLength(input)
    control.write(Buffer.from(`${line}${input}`))
  }
  return {
    ...{ stdout, stderr },
    get stdin() {
      return stdin ?? control
    },
    tell: (line) => control.write(Buffer.from(line)),
    start() {
      stdout.start()
      stderr.start()
    },
    connect(pid) {
      stdin = openStdin(pid)
    },
    become(line, input) {
      if (stdin === null) return tellLine(`${CONTROL_IS_STDIN}${line}`, input)
      // The line wakes the shell up: its input is there by then.
      if (input !== '') stdin.write(Buffer.from(input))
      tellLine(`${CONTROL_GOES}${line}`, '')
    },
    // The end of the line at least: a shell that is killed may have taken a byte or two of it, and begins with all of them.
    neverBegan: () => behind !== null && control.holds(behind + 1),
    close() {
      for (const end of [control, stdin, stdout, stderr]) end?.close()
    },
  }
}

/** A dot and a line break. */
const HERE_BYTES = 2
/** What the shell reads its line from stays as the stdin of its command, or gives way to the pipe that the shell made. */
const CONTROL_IS_STDIN = 'exec 3<&-;'
const CONTROL_GOES = 'exec 0<&3 3<&-;'

/**
 * On Linux a command that opens `/dev/stdin` on a named pipe would wait for a writer for ever, since ours has written and
 * gone. There the shell made a nameless pipe for itself, which is opened here by way of the process. Null where that is not
 * to be had; elsewhere than on Linux `/dev/stdin` is no more than a copy of what is open.
 */
function openStdin(pid: number): WriteEnd | null {
  if (process.platform !== 'linux') return null
  const opened: number[] = []
  try {
    for (const flags of [READ, WRITE]) opened.push(openSync(`/proc/${pid}/fd/3`, flags))
  } catch {
    // Not a pipe, not ours to look at, or the shell has gone: the named one does.
  }
  const [reader, writer] = opened
  // It came with a line in it: a shell makes no pipe for nothing, and some keep a here-document in a file.
  if (reader !== undefined && writer !== undefined && fstatSync(reader).isFIFO() && readNow(reader) === HERE_BYTES)
    return createWriteEnd(writer, reader)
  for (const fd of opened) closeSync(fd)
  return null
}

interface StartedReadEnd extends ReadEnd {
  start(): void
}

function createReadEnd(fd: number): StartedReadEnd {
  let sink: (chunk: Uint8Array) => void = () => undefined
  let whenEnded: () => void = () => undefined
  const state = { ended: false, closed: false }
  let socket: Socket | null = null
  const end = () => {
    if (state.ended) return
    state.ended = true
    whenEnded()
  }
  return {
    get ended() {
      return state.ended
    },
    start() {
      if (state.closed) return
      const onread: OnReadOpts = {
        buffer: SHARED,
        callback(count, bytes) {
          sink(bytes.subarray(0, count))
          return true
        },
      }
      const options: SocketConstructorOpts & { readonly onread: OnReadOpts } = { fd, writable: false, onread }
      socket = new Socket(options).on('error', end).on('close', end)
    },
    to(nextSink, ended) {
      sink = nextSink
      whenEnded = ended
    },
    takeRest() {
      for (let taken = 0; taken < MOST_AT_ONCE_BYTES && !state.ended && socket !== null && !socket.destroyed; ) {
        const count = readNow(fd)
        if (count === null) return
        if (count === 0) return end()
        taken += count
        sink(SHARED.subarray(0, count))
      }
    },
    hold(held) {
      if (held) socket?.ref()
      else socket?.unref()
    },
    close() {
      if (state.closed) return
      state.closed = true
      sink = () => undefined
      whenEnded = () => undefined
      if (socket === null) closeSync(fd)
      else socket.destroy()
    },
  }
}

function createWriteEnd(fd: number, reader: number): WriteEnd {
  /** Told when the pipe has room again. */
  let room: Socket | null = null
  /** What waits for room, the first of it handed over to `room` in part. */
  const waiting: Uint8Array[] = []
  const state = { ending: false, open: true, closed: false }
  const closeWriter = () => {
    if (!state.open) return
    state.open = false
    if (room === null) closeSync(fd)
    else room.destroy()
  }
  const writeOn = () => {
    for (let next = waiting[0]; next !== undefined && state.open; next = waiting[0]) {
      const sent = writeWhileRead(fd, next)
      if (sent < next.length) return writeLater(next.subarray(sent))
      waiting.shift()
    }
    if (state.ending) closeWriter()
  }
  const writeLater = (bytes: Uint8Array) => {
    room ??= new Socket({ fd, readable: false, writable: true }).on('error', closeWriter)
    room.write(bytes.subarray(0, PIPE_BYTES), () => {
      waiting[0] = bytes.subarray(PIPE_BYTES)
      writeOn()
    })
  }
  return {
    get written() {
      return waiting.length === 0
    },
    write(bytes) {
      if (waiting.push(bytes) === 1) writeOn()
    },
    end() {
      state.ending = true
      if (waiting.length === 0) closeWriter()
    },
    unread: () => (readNow(reader, ONE) ?? 0) > 0,
    holds(bytes) {
      let left = bytes
      for (let count = 1; left > 0 && count > 0; left -= count) count = readNow(reader) ?? 0
      return left <= 0
    },
    close() {
      if (state.closed) return
      state.closed = true
      closeWriter()
      closeSync(reader)
    },
  }
}

const ONE = Buffer.alloc(1)

/** Null where nothing is there now; 0 at the end. */
function readNow(fd: number, into: Buffer = SHARED): number | null {
  try {
    return readSync(fd, into)
  } catch (error) {
    if (isCode(error, 'EAGAIN')) return null
    throw error
  }
}

/** As long as it is read. Tells how much. */
function writeWhileRead(fd: number, bytes: Uint8Array): number {
  let sent = 0
  for (let tries = 0; tries < TRIES && sent < Math.min(bytes.length, MOST_TRIED_BYTES); tries += 1) {
    const count = writeNow(fd, bytes.subarray(sent))
    sent += count
    if (count > 0) tries = 0
  }
  return sent
}

function writeNow(fd: number, bytes: Uint8Array): number {
  try {
    return writeSync(fd, bytes)
  } catch (error) {
    if (isCode(error, 'EAGAIN')) return 0
    throw error
  }
}
