/**
 * What runs inside a hook worker, as text: it has to be found under tsx, in tests and in a bundle alike, and a worker
 * started from text needs no file. Plain JavaScript that imports nothing but node's own modules.
 *
 * Takes `{ id, do: 'describe' | 'check' | 'ask', file, code, … }`, one at a time and all about one file; `code` comes until it
 * has loaded. With `passing: true` each is about a file of its own, and nothing of it is kept. Says `{ id, started: true }` at once, `{ id, started: pid, own }` for each process that its code starts (`own`: one
 * that is meant to go on by itself) and `{ id, ended: pid }` when that is gone, `{ id, waits: true }` before it waits for one (`execSync`), then answers `{ id, ok: true, value }`, or `{ id, ok: false, kind, message, stack }`.
 * While it is asked it may say `{ id, callback, request }`, and takes `{ callback, ok: true, value }` or
 * `{ callback, ok: false, message }` for each. Everything that a hook's
 * file does besides (a throw of its own timer, an exit, a loop) is the pool's to notice.
 */

import { MOST_UNDER_WAY } from '@belay/hooks'
import { THROWN_WORDS } from './thrown-words'
import { WORKER_FENCES } from './worker-fences'
import { MARK_NAME, MOST_HELD_MIB as MOST_HELD } from './worker-limits'

/** More than any answer that a point can use; a larger one costs both threads their memory. */
export const MOST_ANSWER_CHARS = 16_000_000

export const WORKER_SOURCE = String.raw`
'use strict'
const { parentPort, workerData } = require('node:worker_threads')
const { createRequire } = require('node:module')
const { dirname } = require('node:path')
const { pathToFileURL } = require('node:url')
const { getHeapStatistics } = require('node:v8')
const vm = require('node:vm')

const MOST_CHARS = ${MOST_ANSWER_CHARS}
const MOST_HELD_MIB = ${MOST_HELD}
/** Parameters of attachments; what is more is checked at each asking. */
const MOST_PARAMS = 64
/** As many as the session takes of one asking. */
const MOST_UNDER_WAY = ${MOST_UNDER_WAY}
/** The one file that runs here, once it has loaded. */
let loaded = null

class Complaint extends Error {}

/** The call that is made, or was made last: what ends the thread is its doing. */
let calling = 0
/** The call that is made and was not answered yet, or 0. */
let asking = 0

function leave(message, kind = 'exit') {
  const stack = kind === 'exit' ? String(new Error(message).stack).slice(0, 8000) : ''
  parentPort.postMessage({ id: calling, ok: false, kind, message, stack, leaves: true })
  return process.exit(1)
}

function started(pid, own) {
  parentPort.postMessage({ id: calling, started: pid, own })
}

/** In the environment of a program that is waited for: nobody hears of its process until it has ended. */
function marked(env) {
  parentPort.postMessage({ id: calling, waits: true })
  return { ...env, ${MARK_NAME}: workerData.mark + '.' + calling }
}

function ended(pid) {
  parentPort.postMessage({ id: calling, ended: pid })
}

/** What is held in buffers, also by what an answered call left running. A loop is the pool's to notice. */
setInterval(() => {
  if (getHeapStatistics().external_memory > MOST_HELD_MIB * 2 ** 20) leave('it used more than ' + MOST_HELD_MIB + ' MiB of memory', 'threw')
}, 250).unref()

/** A forgotten await. While the hook is asked it is a failure of that; after that it takes the thread along, which says why. */
process.on('unhandledRejection', (thrown) => {
  const said = failed(calling, thrown)
  const message = 'a promise that it did not await was rejected: ' + said.message
  if (asking === 0) throw Object.assign(new Error(message), { name: '', stack: said.stack })
  parentPort.postMessage({ ...said, message, leaves: true })
  process.exit(1)
})

${WORKER_FENCES}
${THROWN_WORDS}

function moduleOf({ code, file, passing }) {
  if (loaded !== null) return loaded
  if (typeof code !== 'string') throw new Complaint('the hook is not loaded here')
  const fresh = { definition: definitionIn(evaluate(code, file)), params: new Map() }
  if (!passing) loaded = fresh
  return fresh
}

function evaluate(code, file) {
  const module = { exports: {} }
  const run = vm.runInThisContext(
    '(function (exports, require, module, __filename, __dirname, __belayFileUrl) {' + code + '\n})',
    { filename: file },
  )
  run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file), pathToFileURL(file).href)
  return module.exports
}

function definitionIn(exports) {
  if (!('default' in exports)) throw new Complaint('it has no default export; a hook file ends with export default defineHook({ … })')
  const definition = exports.default
  const isHook = typeof definition === 'object' && definition !== null && definition.kind === 'belay.hook'
  if (!isHook) throw new Complaint('its default export is not a hook; it must be what defineHook({ … }) gives')
  return definition
}

function describe({ definition }) {
  const { name, description, points, matcher, timeoutMs, recheck, onFailure, observe, params } = definition
  const described = { name, description, points, matcher, timeoutMs, recheck, onFailure, observe }
  return { ...described, hasParams: params !== null, paramsSchema: params === null ? null : jsonSchema(params) }
}

/** By Standard JSON Schema; a schema that does not speak it has no form, and works all the same. */
function jsonSchema(params) {
  try {
    return params['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  } catch {
    return { type: 'object' }
  }
}

async function check({ definition }, params) {
  if (definition.params === null) {
    const names = Object.keys(params)
    if (names.length === 0) return { ok: true, params: {} }
    return { ok: false, message: 'this hook takes no parameters, and was given ' + names.join(', ') }
  }
  const result = await definition.params['~standard'].validate(params)
  if (result.issues === undefined) return { ok: true, params: result.value }
  return { ok: false, message: result.issues.map(sentence).join('; ') }
}

/** What no parameters at all come to, as far as it can be brought over. */
async function checkEmpty(loaded) {
  try {
    return structuredClone(await check(loaded, {}))
  } catch (error) {
    return { ok: false, message: failed(0, error).message }
  }
}

function sentence({ message, path }) {
  const keys = (path || []).map((key) => String(typeof key === 'object' && key !== null ? key.key : key))
  return keys.length === 0 ? message : keys.join('.') + ': ' + message
}

/** What the parameters check to, kept: an asking should not pay for a schema. */
async function paramsFor(loaded, params) {
  const text = JSON.stringify(params)
  const known = loaded.params.get(text)
  if (known !== undefined) return known
  const checked = await check(loaded, params)
  if (!checked.ok) throw new Complaint('its parameters do not fit: ' + checked.message)
  if (loaded.params.size < MOST_PARAMS) loaded.params.set(text, checked.params)
  return checked.params
}

/** What is asked of the session and was not answered yet, by its number. */
const underWay = new Map()
let lastCallback = 0

/** How the hook of one call asks its session for something. */
function portOf(id) {
  const refusal = (request) => {
    if (asking !== id) return 'the hook had answered'
    if (underWay.size >= MOST_UNDER_WAY) return MOST_UNDER_WAY + ' requests of this hook are under way, which is the most at once'
    return isTooLarge(request) ? 'it is larger than ' + MOST_CHARS / 1e6 + ' million characters' : null
  }
  return (request) => new Promise((resolve, reject) => {
    const why = refusal(request)
    if (why !== null) throw new Error('t.' + request.do + ' was refused: ' + why)
    const callback = ++lastCallback
    parentPort.postMessage({ id, callback, request })
    underWay.set(callback, { resolve, reject })
  })
}

function hearAnswer({ callback, ok, value, message }) {
  const waits = underWay.get(callback)
  underWay.delete(callback)
  if (ok) waits?.resolve(value)
  else waits?.reject(new Error(message))
}

async function answer(message) {
  const loaded = moduleOf(message)
  switch (message.do) {
    case 'describe':
      return { ...describe(loaded), empty: await checkEmpty(loaded) }
    case 'check':
      return check(loaded, message.params)
    case 'ask':
      return loaded.definition.answer({ ...message.asking, callbacks: portOf(message.id) }, await paramsFor(loaded, message.params))
  }
}

function isTooLarge(value) {
  let left = MOST_CHARS
  const seen = new Set()
  const waiting = [value]
  while (waiting.length > 0 && left >= 0) {
    const one = waiting.pop()
    left -= 8
    if (typeof one === 'string') left -= one.length
    else if (typeof one === 'object' && one !== null && !seen.has(one)) {
      seen.add(one)
      if (ArrayBuffer.isView(one) || one instanceof ArrayBuffer) left -= one.byteLength
      else if (one instanceof Map || one instanceof Set) for (const item of one.entries()) waiting.push(item)
      else for (const key in one) waiting.push(key, one[key])
    }
  }
  return left < 0
}

function post(id, value) {
  if (isTooLarge(value)) {
    const message = 'its answer is larger than ' + MOST_CHARS / 1e6 + ' million characters'
    parentPort.postMessage({ id, ok: false, kind: 'bad_answer', message, stack: '' })
    return
  }
  try {
    parentPort.postMessage({ id, ok: true, value })
  } catch (error) {
    // A function, a handle: what can't be brought over is an answer that nobody can read, not a failure.
    parentPort.postMessage({ id, ok: true, unreadable: failed(id, error).message })
  }
}

parentPort.on('message', async (message) => {
  if (message.callback !== undefined) return hearAnswer(message)
  const { id } = message
  calling = asking = id
  parentPort.postMessage({ id, started: true })
  try {
    const value = await answer(message)
    asking = 0
    post(id, value)
  } catch (error) {
    asking = 0
    parentPort.postMessage(failed(id, error))
  }
})
`
