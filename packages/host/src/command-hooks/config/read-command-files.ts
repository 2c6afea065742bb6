/** The files of command hooks as they stand on disk, each once, by its real path. */
import { readFile, realpath } from 'node:fs/promises'
import type { CommandFile } from './read-command-config'

export interface CommandFiles {
  readonly files: readonly CommandFile[]
  /** Those that are there and cannot be read, or were named and are not there. */
  readonly failed: readonly { readonly file: string; readonly message: string }[]
}

/** `paths` are absolute. */
export async function readCommandFiles(paths: readonly string[]): Promise<CommandFiles> {
  const files = new Map<string, CommandFile>()
  const failed: { readonly file: string; readonly message: string }[] = []
  for (const path of paths) {
    try {
      const file = await realpath(path)
      if (!files.has(file)) files.set(file, { file, text: await readFile(file, 'utf8') })
    } catch (error) {
      failed.push({ file: path, message: error instanceof Error ? error.message : String(error) })
    }
  }
  return { files: [...files.values()], failed }
}
