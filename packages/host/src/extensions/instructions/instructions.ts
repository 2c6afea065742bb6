/** The extension `instructions`: what a workspace says to models. Promises: nothing of a workspace is read that nobody trusts. */
import { join } from 'node:path'
import { readRegular } from '../../processes/read-regular'
import { defineExtension } from '../define-extension'
import type { Extension } from '../extension'

export const INSTRUCTION_FILES = ['AGENTS.md', 'CLAUDE.md'] as const
/** More would push the task itself out of a small model's window. */
const MOST_CHARS = 32_768
/** What is larger was not written to be read by a model. */
const MOST_BYTES = 1_048_576

export function createInstructions(): Extension {
  return defineExtension({
    name: 'instructions',
    description: 'What AGENTS.md or CLAUDE.md of a workspace says that you trust.',
    plugins: [
      {
        kind: 'context',
        name: 'project instructions',
        load: ({ workspace, trusted }) => (trusted ? projectInstructions(workspace) : ''),
      },
    ],
  })
}

/** The first of the known files that is there; empty where none is. */
function projectInstructions(workspace: string): string {
  for (const name of INSTRUCTION_FILES) {
    // A pipe or a device in its place would be waited for by the whole app.
    const read = readRegular(join(workspace, name), MOST_BYTES)
    if (read.ok) return read.bytes.toString('utf8').slice(0, MOST_CHARS)
  }
  return ''
}
