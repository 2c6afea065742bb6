/** What every command is given. Opening the operations may start or find a runtime, so it happens on first use only. */
import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Operations, UsedHome } from '@belay/api'
import { usage } from './failure'
import type { Output } from './output'

export interface Context {
  readonly out: Output
  /** The checkout that the program runs from. */
  readonly root: string
  readonly json: boolean
  readonly cwd: string
  /** The home folder, absolute. */
  readonly home: string
  /** Aborts when the person interrupts, or when nobody reads the output any more. */
  readonly signal: AbortSignal
  operations(): Promise<Operations>
  /** For commands that only look or go on with what is there: where there is no home, an empty one that is gone afterwards. */
  existing(): Promise<Operations>
  /** Whether what was opened is this process's own: then turns end with it. */
  isOwn(): Promise<boolean>
  /** Lets go of what was opened. Hooks that only listen are waited for until the person interrupts. */
  close(): Promise<void>
}

export interface ContextOptions {
  readonly out: Output
  readonly root: string
  readonly json: boolean
  readonly home: string | undefined
  readonly signal: AbortSignal
}

export function openContext({ out, root, json, home, signal }: ContextOptions): Context {
  const cwd = process.cwd()
  const folder = homeFolder(home, cwd)
  let opened: Promise<UsedHome> | null = null
  let passing: string | null = null
  const onLeft = (sentence: string) => out.note(`belay: ${sentence}`)
  const open = async (): Promise<UsedHome> => {
    const { useHome } = await import('@belay/api')
    return useHome({ home: folder, onLeft })
  }
  const openExisting = async (): Promise<UsedHome> => {
    const { isHomeThere, useHome } = await import('@belay/api')
    if (isHomeThere(folder)) return useHome({ home: folder, onLeft })
    passing = mkdtempSync(join(tmpdir(), 'belay-no-home-'))
    return useHome({ home: passing, onLeft })
  }
  return {
    ...{ out, root, json, cwd, home: folder, signal },
    operations: async () => {
      opened ??= open()
      return (await opened).operations
    },
    existing: async () => {
      opened ??= openExisting()
      return (await opened).operations
    },
    isOwn: async () => (await opened)?.own === true,
    close: async () => {
      const used = await opened?.catch(() => null)
      await used?.operations.close(signal)
      if (passing !== null) rmSync(passing, { recursive: true, force: true })
    },
  }
}

function homeFolder(option: string | undefined, cwd: string): string {
  if (option === '') throw usage('--home names a folder; here it names nothing')
  const named = option ?? process.env.BELAY_HOME
  return named === undefined || named === '' ? join(homedir(), '.belay') : resolve(cwd, named)
}
