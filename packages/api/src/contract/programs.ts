/** Programs: a folder under `programs/` of the home folder that brings a prompt and the hooks of the ten decision points. */
import type { Program } from '@belay/host'
import type { Composition, SessionId } from '@belay/trace'

export interface Programming {
  programs(): Promise<readonly Program[]>
  /** A name or an absolute folder; null where there is none. */
  program(name: string): Promise<Program | null>
  /** What the session is ruled by from its next turn on; null for none. One edit, one undo. */
  setProgram(id: SessionId, name: string | null): Promise<Composition>
}
