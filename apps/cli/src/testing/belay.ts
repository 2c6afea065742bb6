/** Runs the real program as a child, in a home and a folder of the test's own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../bin/belay.mjs', import.meta.url))
export const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Place {
  readonly home: string
  readonly workspace: string
  /** What the program takes for the folder of temporary files. */
  readonly temporary: string
  /** Runs to the end; what `stdin` holds is all that the program can read. */
  belay(args: readonly string[], stdin?: string): Promise<Ended>
  /** Starts and does not wait: the test ends it. `stdout` is an open file. */
  start(args: readonly string[], stdout?: number): { readonly child: ChildProcess; readonly ended: Promise<Ended> }
  remove(): void
}

export function makePlace(): Place {
  const root = mkdtempSync(join(tmpdir(), 'belay-cli-'))
  const [home, workspace, temporary] = [join(root, 'home'), join(root, 'workspace'), join(root, 'tmp')]
  for (const folder of [workspace, temporary]) mkdirSync(folder)
  const start = (args: readonly string[], stdout?: number) => {
    const child = spawn(process.execPath, [bin, '--home', home, ...args], {
      cwd: workspace,
      stdio: ['pipe', stdout ?? 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: temporary },
    })
    return { child, ended: ending(child) }
  }
  return {
    ...{ home, workspace, temporary, start },
    belay: (args, stdin = '') => {
      const { child, ended } = start(args)
      // A program that refuses its arguments does not read: that it closes the pipe is no fault of the test.
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(stdin)
      return ended
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

async function ending(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

export function jsonLines(text: string): readonly Record<string, unknown>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
