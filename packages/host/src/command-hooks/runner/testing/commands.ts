/** What the tests of the runner share: a runner of their own, requests, and what is left of processes and files. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CommandRequest, CommandRunner } from '../../run'
import { createCommandRunner } from '../index'

export const FIXTURES = join(import.meta.dirname, '../fixtures')

export const ENV: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  HOME: '/',
  LANG: 'C.UTF-8',
}

/** Closed when the running test has finished. */
export function freshRunner(): CommandRunner {
  const runner = createCommandRunner()
  runner.warm(ENV)
  onTestFinished(() => runner.close())
  return runner
}

export function request(line: string, more: Partial<CommandRequest> = {}): CommandRequest {
  const limits = { timeoutMs: 20_000, signal: new AbortController().signal }
  return { line, args: null, cwd: FIXTURES, env: ENV, payload: '{}', ...limits, ...more }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

/** What this process has open, by what it is. */
export function openFiles(): number {
  return readdirSync('/proc/self/fd').length
}

/** Processes whose stdin or script tells that a runner's launcher started them, and the launcher itself. */
export function processesOf(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => holds(name, folder))
    .map(Number)
}

function holds(name: string, folder: string): boolean {
  try {
    if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(folder)) return true
    return [0, 1, 2].some((fd) => readlinkSync(`/proc/${name}/fd/${fd}`).includes(folder))
  } catch {
    return false
  }
}
