/** Finds a Chromium to test with: one on the machine, else Playwright's own, else Debian's when root. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function onThisMachine() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES]
  return candidates.find(isExecutable) ?? null
}

function playwrights() {
  try {
    const { chromium } = createRequire(import.meta.url)('@playwright/test')
    const path = chromium.executablePath()
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

function install(command, args) {
  console.log(`No browser found: ${command} ${args.join(' ')}`)
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

function debians() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  install('apt-get', ['update'])
  return install('apt-get', ['install', '-y', 'chromium']) ? onThisMachine() : null
}

/** The path of a browser, or null where none can be had. */
export function findBrowser() {
  const found = process.env.BELAY_TEST_BROWSER ?? onThisMachine() ?? playwrights()
  if (found !== null) return found
  install('npx', ['playwright', 'install', 'chromium'])
  return playwrights() ?? debians()
}
