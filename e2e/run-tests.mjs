/**
 * `npm test`: installs what is missing, a browser included, then runs lint, types, unit, architecture and browser tests.
 * Plain node without dependencies, since it must run before anything is installed. Every part runs, also after one that
 * failed; the last line counts all of them and the exit code is 1 when anything failed.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt, ensureInstalled } from '../apps/web/scripts/prepare.mjs'
import { findBrowser } from './browser.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'belay-tests-'))
const quiet = { NEXT_TELEMETRY_DISABLED: '1', TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }

function run(command, args, environment = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...quiet, ...environment },
  })
  return result.status === 0
}

function bin(name) {
  return join(root, 'node_modules', '.bin', name)
}

function readReport(path, count) {
  try {
    return count(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    console.error(`The report of a part could not be read (${error.message}); it counts as failed.`)
    return { passed: 0, failed: 1 }
  }
}

/** A part that is one check: passed or failed as a whole. */
function check(name, command, args) {
  return () => {
    const ok = run(command, args)
    return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
  }
}

function unit() {
  const report = join(reports, 'unit.json')
  const ok = run(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  const counts = readReport(report, (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests }))
  return { name: 'unit and architecture', ...counts, failed: counts.failed === 0 && !ok ? 1 : counts.failed }
}

function browser() {
  const executable = findBrowser()
  if (executable === null) {
    console.error('No browser: install Chromium, or run as root on Debian, and call npm test again.')
    return { name: 'browser', passed: 0, failed: 1 }
  }
  ensureBuilt()
  const report = join(reports, 'browser.json')
  const ok = run(bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts'], {
    BELAY_TEST_BROWSER: executable,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  const counts = readReport(report, (json) => ({
    passed: json.stats.expected,
    failed: json.stats.unexpected + json.stats.flaky,
  }))
  return { name: 'browser', ...counts, failed: counts.failed === 0 && !ok ? 1 : counts.failed }
}

const startedMs = Date.now()
ensureInstalled()
const parts = [
  check('lint', bin('biome'), ['check', '.']),
  check('types', bin('turbo'), ['run', 'typecheck', '--output-logs=errors-only']),
  unit,
  browser,
]
const results = parts.map((part) => {
  const partMs = Date.now()
  const result = part()
  console.log(
    `\n— ${result.name}: ${result.passed} passed, ${result.failed} failed in ${Math.round((Date.now() - partMs) / 1000)} s\n`,
  )
  return result
})
rmSync(reports, { recursive: true, force: true })

const sum = (key) => results.reduce((total, result) => total + result[key], 0)
console.log(`All of it took ${Math.round((Date.now() - startedMs) / 1000)} s.`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)
