/** Trust in a folder, in sentences. */
import type { WorkspaceState } from '../../lib/api'

export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

export function trustText({ trusted, brings }: Pick<WorkspaceState, 'trusted' | 'brings'>): string {
  if (trusted === true)
    return brings.length === 0
      ? 'You trust this folder; it brings nothing for models now.'
      : `You trust this folder: its ${listed(brings)} can be read from the next turn on.`
  return `You don’t trust this folder: its ${listed(brings)} ${brings.length === 1 ? 'is' : 'are'} not read.`
}
