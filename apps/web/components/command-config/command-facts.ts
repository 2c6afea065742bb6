/** What is known of the text beside the text itself: passed down through the form as it is. */
import type { CommandCheck, CommandMatches } from '@belay/api'

export interface CommandFacts {
  /** Null while nobody has looked. */
  readonly check: CommandCheck | null
  readonly matches: CommandMatches | null
  readonly onLine: (line: number) => void
}
