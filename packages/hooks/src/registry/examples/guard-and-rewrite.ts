/** A guard that refuses, and one that changes what a tool is given. The second is not asked about what the first refused. */
import { Registry } from '../index'

export const registry = new Registry()
  .on('PreToolUse', ({ toolName, input }) => {
    if (toolName !== 'run' || !String(input.command).includes('push --force')) return
    return { decision: 'block', message: 'Push without --force, or ask for it.' }
  })
  .on('PreToolUse', ({ toolName, input }) => {
    if (toolName !== 'run' || input.command !== 'npm publish') return
    return { updatedInput: { ...input, command: 'npm publish --dry-run' } }
  })

/** As a loop of your own asks, before it runs a tool. */
export async function allowed(command: string, signal?: AbortSignal): Promise<string> {
  const { block, message, input } = await registry.preToolUse('run', { command }, signal)
  return block ? `refused: ${message}` : `runs ${input.command}`
}
