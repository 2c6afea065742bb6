/** `belay trust`: whether what a folder says to models is read in its sessions. Without a yes nothing of it is, and nothing changes. */
import { resolve } from 'node:path'
import type { Operations, WorkspaceState } from '@belay/api'
import { shellWord } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import { usage } from '../failure'
import { oneLine } from '../print/text'
import type { Start } from '../start'

interface TrustOptions {
  readonly yes?: boolean
  readonly takeBack?: boolean
}

export function addTrustFolder(program: Command, start: Start): void {
  program
    .command('trust')
    .description('say whether AGENTS.md, CLAUDE.md and skills of a folder are read in its sessions')
    .argument('[folder]', 'the current one where absent')
    .option('--yes', 'trust it')
    .option('--take-back', 'trust it no more')
    .action((folder: string | undefined, options: TrustOptions, self: Command) =>
      start(self, (context) => trust(context, folder, options)),
    )
}

async function trust(
  { cwd, operations, out, json }: Context,
  folder: string | undefined,
  { yes = false, takeBack = false }: TrustOptions,
): Promise<undefined> {
  if (yes && takeBack) throw usage('trust takes --yes or --take-back, not both')
  const path = resolve(cwd, folder ?? '.')
  const belay = await operations()
  const state = yes || takeBack ? await belay.trustWorkspace(path, yes) : await belay.workspaceState(path)
  if (json) out.json(state)
  else out.line(sentence(state))
}

function sentence({ workspace, trusted, brings }: WorkspaceState): string {
  const what = brings.length === 0 ? 'It brings nothing for models now.' : `It brings ${brings.join(', ')}.`
  const folder = oneLine(workspace)
  if (trusted === true) return `${folder} is trusted: what it brings for models is read from the next turn on. ${what}`
  const how = trusted === null ? 'nobody has said so' : 'you said no'
  return `${folder} is not trusted (${how}): nothing of it is read. ${what} \`belay trust ${shellWord(folder)} --yes\` trusts it.`
}

/** What a run goes on without, where nobody has said yes or no. */
export async function tellUntrusted(out: Context['out'], operations: Operations, workspace: string): Promise<void> {
  const { trusted, brings } = await operations.workspaceState(workspace)
  if (trusted !== null || brings.length === 0) return
  const folder = oneLine(workspace)
  out.note(
    `belay: ${brings.join(', ')} of ${folder} is not read: \`belay trust ${shellWord(folder)} --yes\` trusts that folder.`,
  )
}
