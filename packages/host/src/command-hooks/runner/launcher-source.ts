/**
 * What the launcher runs, as text: it has to be found under tsx, in tests and in a bundle alike. A small node of its own
 * that forks in place of this process, whose memory may be large. Plain JavaScript that imports nothing but node's modules.
 *
 * Takes a line of JSON for each thing to do on stdin: `{ do: 'make', ids }` makes the named pipes `ID.0`, `ID.1` and `ID.2`,
 * `{ do: 'env', env }` is the environment from then on, `{ do: 'start', ids }` starts a waiting shell on the pipes of each.
 * Says on stdout `{ made }`, `{ started, pid }`, `{ ended, exitCode, signal }`, `{ failed, message }`. At the end of its stdin,
 * which also comes when this process was killed, it ends what it started, takes its folder away and goes.
 */
import { WAITING_SHELL } from './start-line'

/** For commands that were running when this process was killed; in its life it ends them itself. */
const KILL_AFTER_MS = 1_500

export const LAUNCHER_SOURCE = String.raw`
'use strict'
const { closeSync, constants, openSync, rmSync, unlinkSync, writeSync } = require('node:fs')
const { execFile, spawn } = require('node:child_process')
const { join } = require('node:path')

const folder = process.argv[1]
const running = new Map()
const asked = []
let env = {}
let making = 0
let ending = false

function say(message) {
  try {
    writeSync(1, JSON.stringify(message) + '\n')
  } catch {
    end()
  }
}

function make(ids) {
  const paths = ids.flatMap((id) => [0, 1, 2].map((end) => join(folder, id + '.' + end)))
  making += 1
  execFile('mkfifo', ['-m', '600', ...paths], (error) => {
    making -= 1
    if (ending) leaveOnceIdle()
    if (error === null) say({ made: ids })
    else for (const id of ids) say({ failed: id, message: 'no named pipe could be made: ' + error.message.trim() })
  })
}

function start({ id, env }) {
  const open = []
  try {
    open.push(openSync(join(folder, id + '.0'), constants.O_RDONLY | constants.O_NONBLOCK))
    for (const end of [1, 2]) open.push(openSync(join(folder, id + '.' + end), constants.O_WRONLY | constants.O_NONBLOCK))
    watch(id, spawn('/bin/sh', ['-c', ${JSON.stringify(WAITING_SHELL)}], { cwd: '/', detached: true, env, stdio: open }))
  } catch (error) {
    say({ failed: id, message: error.message })
  }
  for (const file of open) closeSync(file)
  for (const end of [0, 1, 2]) rmSync(join(folder, id + '.' + end), { force: true })
}

function watch(id, child) {
  child.on('error', (error) => {
    if (child.pid === undefined) say({ failed: id, message: error.message })
  })
  if (child.pid === undefined) return
  running.set(id, child.pid)
  child.on('exit', (exitCode, signal) => {
    running.delete(id)
    say({ ended: id, exitCode, signal })
    if (ending) leaveOnceIdle()
  })
  say({ started: id, pid: child.pid })
}

/** One at a time: what has ended is told before the next fork. */
function startNext() {
  const next = asked.shift()
  if (next === undefined || ending) return
  start(next)
  setImmediate(startNext)
}

function take(message) {
  if (message.do === 'make') make(message.ids)
  if (message.do === 'env') env = message.env
  if (message.do !== 'start') return
  for (const id of message.ids) asked.push({ id, env })
  setImmediate(startNext)
}

function signalAll(signal) {
  for (const pid of running.values()) {
    try {
      process.kill(-pid, signal)
    } catch {}
  }
}

function leave() {
  try {
    rmSync(folder, { recursive: true, force: true })
  } finally {
    process.exit(0)
  }
}

/** While pipes are being made the folder can't be taken away. */
function leaveOnceIdle() {
  if (running.size === 0 && making === 0) leave()
}

function end() {
  if (ending) return
  ending = true
  leaveOnceIdle()
  signalAll('SIGTERM')
  signalAll('SIGCONT')
  setTimeout(() => {
    signalAll('SIGKILL')
    leave()
  }, ${KILL_AFTER_MS})
}

let left = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text) => {
  const lines = (left + text).split('\n')
  left = lines.pop()
  for (const line of lines) take(JSON.parse(line))
})
process.stdin.on('end', end)
for (const signal of ['SIGINT', 'SIGHUP', 'SIGPIPE']) process.on(signal, () => undefined)
`
