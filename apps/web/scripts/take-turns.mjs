/**
 * Lets one process at a time prepare a checkout; others wait. Plain node without dependencies. Promises: a turn that was not given
 * back, since its process is gone, holds up nobody; the file of a turn is there whole or not at all.
 */
import { spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const LOOK_EVERY_S = '0.2'
/** An installation takes minutes; a process of this age with that number is another one. */
const LONGEST_MS = 30 * 60_000

/** Runs `work` when nobody else does. `waiting` hears once, with its process id, of somebody who does. */
export function takeTurns(path, { work, waiting }) {
  mkdirSync(dirname(path), { recursive: true })
  let told = false
  for (let holder = take(path); holder !== null; holder = take(path)) {
    if (!told) waiting(holder)
    told = true
    pause()
  }
  const giveBack = () => {
    if (holderOf(path) === process.pid) rmSync(path, { force: true })
  }
  // Also where the work ends the process.
  process.once('exit', giveBack)
  try {
    return work()
  } finally {
    process.off('exit', giveBack)
    giveBack()
  }
}

/** Null where the turn is ours now, else who has it. */
function take(path) {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${process.pid}\n`)
  try {
    linkSync(draft, path)
    return null
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const holder = holderOf(path)
    if (holder !== null && !isGone(holder) && !isOld(path)) return holder
    if (holder !== null) clear(path, holder)
    return take(path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Takes away what `gone` left. Of two that do it at once, the slower one puts back what the faster one made. */
function clear(path, gone) {
  const aside = `${path}.${process.pid}.left`
  try {
    renameSync(path, aside)
    if (!Object.is(holderOf(aside), gone)) linkSync(aside, path)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/** NaN where it names no process: nobody has the turn then. */
function holderOf(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? pid : Number.NaN
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

function isGone(pid) {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    // Somebody else's process is there too.
    return error.code !== 'EPERM'
  }
}

function isOld(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs > LONGEST_MS
}

/** In a child, so that Ctrl-C ends the wait although this process looks at nothing meanwhile. */
function pause() {
  const { signal } = spawnSync('sleep', [LOOK_EVERY_S], { stdio: 'ignore' })
  if (signal === 'SIGINT') process.exit(130)
}
