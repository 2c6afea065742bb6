/** What a command may come to at its event: the rest of what it says is noted, or fails. */
import type { CommandEvent } from '../entry'

export interface EventPowers {
  /** A block is said to the model, cancels, or goes on with the turn. */
  readonly blocks: boolean
  /** There is a person to ask. */
  readonly asks: boolean
  /** Plain text is context. */
  readonly textIsContext: boolean
}

const NOTHING: EventPowers = { blocks: false, asks: false, textIsContext: false }
const BLOCKS: EventPowers = { ...NOTHING, blocks: true }

export const EVENT_POWERS: Readonly<Record<CommandEvent, EventPowers>> = {
  UserPromptSubmit: { ...BLOCKS, textIsContext: true },
  PreToolUse: { ...BLOCKS, asks: true },
  PostToolUse: BLOCKS,
  PostToolUseFailure: BLOCKS,
  PermissionRequest: { ...BLOCKS, asks: true },
  Stop: BLOCKS,
  SessionStart: { ...NOTHING, textIsContext: true },
  SessionEnd: NOTHING,
  SubagentStart: NOTHING,
  SubagentStop: BLOCKS,
  PreCompact: BLOCKS,
  PostCompact: NOTHING,
  Notification: NOTHING,
}
