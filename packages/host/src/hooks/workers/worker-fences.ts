/**
 * What a hook's code does to the whole process, kept to its thread, as text that runs in the worker before any hook.
 * Descriptors 1 and 2 are the process's also in a thread: what is written to them, or inherited by a child, goes to the
 * thread's own streams. What would end the process ends the thread. A courtesy to honest code, not a sandbox: a native
 * module, a thread of the hook's own or `kill` as a program reach the process all the same.
 * What is started gets a process group of its own and is told to the pool, which ends it with a call that it ends.
 * Needs `leave(why)`, `started(pid, own)`, `ended(pid)` and `marked(env)` beside it.
 */
export const WORKER_FENCES = String.raw`
const fs = require('node:fs')
const childProcess = require('node:child_process')
const { syncBuiltinESMExports } = require('node:module')

const OUT_FILES = { '/dev/stdout': 1, '/dev/fd/1': 1, '/proc/self/fd/1': 1, '/dev/stderr': 2, '/dev/fd/2': 2, '/proc/self/fd/2': 2 }

function streamOf(target) {
  const fd = typeof target === 'string' && Object.hasOwn(OUT_FILES, target) ? OUT_FILES[target] : target
  return fd === 1 ? process.stdout : fd === 2 ? process.stderr : null
}

/** Puts a function in front of another one, with its properties (util.promisify reads some). */
function fence(owner, name, make) {
  const original = owner[name]
  if (typeof original !== 'function') return
  const fenced = make(original.bind(owner))
  Object.defineProperties(fenced, Object.getOwnPropertyDescriptors(original))
  owner[name] = fenced
}

/** The bytes that fs.write(fd, …) was given: a text with an encoding, or a part of a view. */
function bytesOf(data, rest) {
  if (typeof data === 'string') return Buffer.from(data, typeof rest[1] === 'string' ? rest[1] : 'utf8')
  const view = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const { offset = 0, length = view.length - offset } = typeof rest[0] === 'object' && rest[0] !== null ? rest[0] : { offset: rest[0], length: rest[1] }
  return view.subarray(offset ?? 0, (offset ?? 0) + (length ?? view.length))
}

function say(stream, bytes) {
  // A copy: the caller may use its buffer again.
  stream.write(Buffer.from(bytes))
  return bytes.length
}

const later = (callback, ...values) => {
  if (typeof callback === 'function') process.nextTick(callback, ...values)
}

fence(fs, 'writeSync', (original) => (fd, data, ...rest) => {
  const stream = streamOf(fd)
  return stream === null ? original(fd, data, ...rest) : say(stream, bytesOf(data, rest))
})
fence(fs, 'write', (original) => (fd, data, ...rest) => {
  const stream = streamOf(fd)
  if (stream === null) return original(fd, data, ...rest)
  const callback = rest.pop()
  later(callback, null, say(stream, bytesOf(data, rest)), data)
})
fence(fs, 'writevSync', (original) => (fd, views, ...rest) => {
  const stream = streamOf(fd)
  if (stream === null) return original(fd, views, ...rest)
  return views.reduce((sum, view) => sum + say(stream, bytesOf(view, [])), 0)
})
fence(fs, 'writev', (original) => (fd, views, ...rest) => {
  const stream = streamOf(fd)
  if (stream === null) return original(fd, views, ...rest)
  later(rest.pop(), null, views.reduce((sum, view) => sum + say(stream, bytesOf(view, [])), 0), views)
})
for (const name of ['writeFileSync', 'appendFileSync']) {
  fence(fs, name, (original) => (target, data, options) => {
    const stream = streamOf(target)
    if (stream === null) return original(target, data, options)
    say(stream, bytesOf(data, []))
  })
}
for (const name of ['writeFile', 'appendFile']) {
  fence(fs, name, (original) => (target, data, ...rest) => {
    const stream = streamOf(target)
    if (stream === null) return original(target, data, ...rest)
    say(stream, bytesOf(data, []))
    later(rest.pop(), null)
  })
  fence(fs.promises, name, (original) => async (target, data, options) => {
    const stream = streamOf(target)
    if (stream === null) return original(target, data, options)
    say(stream, bytesOf(data, []))
  })
}
/** A stream on a path of theirs opens it by itself. */
fence(fs, 'openSync', (original) => (path, ...rest) => streamOf(path) === null ? original(path, ...rest) : OUT_FILES[path])
fence(fs, 'open', (original) => (path, ...rest) => {
  if (streamOf(path) === null) return original(path, ...rest)
  later(rest.pop(), null, OUT_FILES[path])
})
/** Closed, the process's own streams would be gone for everybody. */
const isStandard = (fd) => fd === 0 || fd === 1 || fd === 2
fence(fs, 'closeSync', (original) => (fd) => (isStandard(fd) ? undefined : original(fd)))
fence(fs, 'close', (original) => (fd, callback) => (isStandard(fd) ? later(callback, null) : original(fd, callback)))

/** The stdio of a child with pipes for what it would inherit, and which of them are to be read for it. */
function ownStdio(stdio) {
  const asked = Array.isArray(stdio) ? [...stdio] : [stdio, stdio, stdio]
  const inherits = (one, fd) => one === 'inherit' || one === fd || one === process.stdout || one === process.stderr
  const reads = []
  for (const fd of [1, 2]) {
    const to = asked[fd] === 2 || asked[fd] === process.stderr ? 2 : asked[fd] === 1 || asked[fd] === process.stdout ? 1 : fd
    if (!inherits(asked[fd], fd) && asked[fd] !== 1 && asked[fd] !== 2) continue
    asked[fd] = 'pipe'
    reads.push({ fd, stream: streamOf(to) })
  }
  // A hook has no stdin, and the process's is not its to read.
  if (asked[0] === 'inherit' || asked[0] === 0) asked[0] = 'ignore'
  return { stdio: asked, reads }
}

/** The arguments of spawn and its like, with the options in their place. */
function withOptions(args, change) {
  const at = args.findIndex((arg, index) => index > 0 && typeof arg === 'object' && arg !== null && !Array.isArray(arg))
  if (at < 0) return null
  const { stdio } = args[at]
  if (stdio === undefined) return null
  const own = ownStdio(stdio)
  return { args: args.map((arg, index) => (index === at ? { ...arg, stdio: own.stdio } : arg)), reads: own.reads }
}

function readFor(child, reads) {
  for (const { fd, stream } of reads) child.stdio[fd]?.on('data', (bytes) => stream.write(bytes))
  return child
}

fence(childProcess, 'spawn', (original) => (...args) => {
  const own = withOptions(args)
  return own === null ? original(...args) : readFor(original(...own.args), own.reads)
})
fence(childProcess, 'fork', (original) => (...args) => {
  const options = args.find((arg, index) => index > 0 && typeof arg === 'object' && arg !== null && !Array.isArray(arg))
  if (options?.silent === true) return original(...args)
  const given = options?.stdio ?? ['inherit', 'inherit', 'inherit', 'ipc']
  const { stdio, reads } = ownStdio(typeof given === 'string' ? [given, given, given, 'ipc'] : given)
  const before = args.filter((arg) => arg !== options)
  return readFor(original(...before, { ...options, stdio }), reads)
})
/** spawn, exec, execFile and fork all come through here. */
fence(childProcess.ChildProcess.prototype, 'spawn', () => {
  const { spawn } = childProcess.ChildProcess.prototype
  return function (options) {
    const error = spawn.call(this, process.platform === 'win32' ? options : { ...options, detached: true })
    const { pid } = this
    if (pid !== undefined) {
      started(pid, options.detached === true)
      this.once('exit', () => ended(pid))
    }
    return error
  }
})
const { spawnSync } = childProcess
/** A program that is waited for, in a group of its own; what it leaves behind there is told once it has ended. */
function waitFor(file, words, options) {
  const own = options.stdio === undefined ? { stdio: 'pipe', reads: [] } : ownStdio(options.stdio)
  const group = process.platform === 'win32' ? {} : { detached: true, env: marked(options.env ?? process.env) }
  const result = spawnSync(file, words, { ...options, stdio: own.stdio, ...group })
  if (result.pid > 1 && isGroupThere(result.pid)) started(result.pid, false)
  for (const { fd, stream } of own.reads) if (result.output?.[fd]) stream.write(result.output[fd])
  return { result, reads: own.reads }
}
function isGroupThere(pid) {
  try {
    return process.kill(-pid, 0)
  } catch {
    return false
  }
}
const optionsIn = (args) => args.find((arg) => typeof arg === 'object' && arg !== null && !Array.isArray(arg)) ?? {}
const wordsIn = (args) => (Array.isArray(args[0]) ? args[0] : [])
fence(childProcess, 'spawnSync', () => (file, ...rest) => {
  const { result, reads } = waitFor(file, wordsIn(rest), optionsIn(rest))
  for (const { fd } of reads) {
    if (result.output) result.output[fd] = null
    result[fd === 1 ? 'stdout' : 'stderr'] = null
  }
  return result
})
/** As execSync and execFileSync end. */
function endOf({ result, reads }, what, options) {
  if (options.stdio === undefined && result.stderr?.length > 0) process.stderr.write(result.stderr)
  if (result.error) throw Object.assign(result.error, result, { error: undefined })
  if (result.status !== 0) {
    const said = result.stderr?.length > 0 ? '\n' + result.stderr : ''
    throw Object.assign(new Error('Command failed: ' + what + said), result)
  }
  return reads.some(({ fd }) => fd === 1) ? null : result.stdout
}
fence(childProcess, 'execSync', () => (command, options = {}) => {
  const shell = typeof options.shell === 'string' ? options.shell : true
  return endOf(waitFor(command, [], { ...options, shell }), command, options)
})
fence(childProcess, 'execFileSync', () => (file, ...rest) => {
  const [words, options] = [wordsIn(rest), optionsIn(rest)]
  return endOf(waitFor(file, words, options), [file, ...words].join(' '), options)
})

const ownGroup = new Set([0, -1, process.pid, -process.pid, process.ppid, -process.ppid])
// process.kill calls the other one, which can be called as well.
for (const name of ['kill', '_kill']) {
  fence(process, name, (original) => (pid, signal) => {
    // Signal 0 only asks whether somebody is there.
    if (signal === 0 || !ownGroup.has(Number(pid))) return original(pid, signal)
    return leave('it would have ended the app by process.kill')
  })
}
process.abort = () => leave('it would have ended the app by process.abort')
process._rawDebug = (...words) => void process.stderr.write(words.join(' ') + '\n')
syncBuiltinESMExports()
`
