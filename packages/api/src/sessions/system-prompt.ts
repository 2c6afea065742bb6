/** What a model is told before anything else, and the instructions that a workspace brings along. */
import { join } from 'node:path'
import { readRegular } from '@belay/host'

/** `instructions` are those of the session's extensions. */
export function systemPrompt(workspace: string, instructions: readonly string[]): string {
  return [
    'You are a coding agent. You work in one folder with the tools that you are given.',
    `The workspace is ${workspace}. Paths are relative to it unless they are absolute.`,
    ...instructions,
    'A call may be refused or changed by a hook or by a person: read the result, and do not try the same call again unchanged.',
    'When you are done, say in a few words what you did and what is left.',
  ].join('\n')
}

const INSTRUCTION_FILES = ['AGENTS.md', 'CLAUDE.md']
/** More would push the task itself out of a small model's window. */
const MOST_CHARS = 32_768
/** What is larger was not written to be read by a model. */
const MOST_BYTES = 1_048_576

/** The first of the known files that is there; empty where none is. */
export function projectInstructions(workspace: string): string {
  for (const name of INSTRUCTION_FILES) {
    // A pipe or a device in its place would be waited for by the whole app.
    const read = readRegular(join(workspace, name), MOST_BYTES)
    if (read.ok) return read.bytes.toString('utf8').slice(0, MOST_CHARS)
  }
  return ''
}
