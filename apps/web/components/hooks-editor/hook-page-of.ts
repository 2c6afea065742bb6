/** The page of what is attached: of a hook of the library, of commands that of their file; others have no page here. */
import type { Attachment, SessionId } from '@belay/trace'
import { COMMANDS } from '../command-config/commands-api'
import { hookAddress } from './use-open-hook'

export function hookPageOf({ source, hook }: Pick<Attachment, 'source' | 'hook'>, session: SessionId): string | null {
  if (source === 'command') return hookAddress(COMMANDS, session)
  return source === 'library' && !hook.includes('/') ? hookAddress(hook, session) : null
}
