/**
 * What a built-in hook may use beside what it is asked. Everything that reaches out of the process comes in here, so that
 * a hook says by its factory what it could do, and tests decide what is there.
 */
import type { HookDefinition } from '@belay/hooks'
import type { Clock } from '@belay/trace'
import type { ProgramEnd, ProgramRequest } from '../../processes/run-program'

export interface BuiltInWorld {
  /** Belay's home folder. */
  readonly home: string
  readonly clock: Clock
  /** The app's own: what programs get of it goes through `programEnvironment`. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** The person's home folder, for `~`. */
  readonly person: string
  /** Takes out what the record masks, for what is shown or sent elsewhere. */
  mask(text: string): string
  run(request: ProgramRequest): Promise<ProgramEnd>
}

/** What one attachment of a built-in hook finds around it. */
export interface AttachedWorld extends BuiltInWorld {
  /** Whether it gave the session context before, also in an earlier process. */
  spokeIn(session: string): boolean
}

export type MakeBuiltIn = (world: AttachedWorld) => HookDefinition

/** Whether names of files that differ in case are one file, as far as the system says. */
export function foldsCase(platform: NodeJS.Platform): boolean {
  return platform === 'darwin' || platform === 'win32'
}
