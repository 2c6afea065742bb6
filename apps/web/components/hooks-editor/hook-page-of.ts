/** The page of what is attached: of a hook of the library; others have no page here. */
import type { Attachment, SessionId } from '@belay/trace'
import { hookAddress } from './use-open-hook'

export function hookPageOf({ source, hook }: Pick<Attachment, 'source' | 'hook'>, session: SessionId): string | null {
  return source === 'library' && !hook.includes('/') ? hookAddress(hook, session) : null
}
