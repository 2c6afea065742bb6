/** Sessions whose scripted model edits real files with the real tools. */
import { createTools } from '@belay/host'
import type { EventOf, SessionId, TurnId } from '@belay/trace'
import type { Operations } from '../operations'
import type { TestStep, TestWorld } from './make-world'
import { ended, until } from './until'
import { freshFolder, openTest } from './world'

export const edit = (file_path: string, old_string: string, new_string: string) => ({
  name: 'files.edit',
  args: { file_path, old_string, new_string },
})
export const write = (file_path: string, content: string) => ({ name: 'files.write', args: { file_path, content } })
export const run = (command: string) => ({ name: 'run', args: { command } })

export type Calls = NonNullable<TestStep['calls']>

export interface EditedSession {
  readonly belay: Operations
  readonly id: SessionId
  readonly home: string
  readonly workspace: string
  /** Sends a prompt; the turn makes the calls that come next in the script. */
  turn(): Promise<TurnId>
}

/** Each entry is a turn: its calls, made in one step. */
export async function editedSession(
  turns: readonly Calls[],
  more: Pick<TestWorld, 'agents'> & { readonly workspace?: string } = {},
): Promise<EditedSession> {
  const home = freshFolder()
  const workspace = more.workspace ?? freshFolder('work')
  const steps = turns.flatMap((calls): TestStep[] => [...(calls.length === 0 ? [] : [{ calls }]), { text: 'Done.' }])
  const belay = await openTest({ home, steps, agents: more.agents ?? {}, tools: realTools })
  const { id } = await belay.createSession({ workspace, permission: 'auto' })
  let after = 0
  return {
    ...{ belay, id, home, workspace },
    async turn() {
      await belay.send(id, 'go')
      const events = await until(belay, id, ended, after)
      // What an agent answers may have begun, and even ended, another one by now.
      const end = events.find((event): event is EventOf<'turn.ended'> => event.type === 'turn.ended')
      if (end === undefined) throw new Error('no turn ended')
      after = end.seq
      return end.turn
    },
  }
}

export const realTools: NonNullable<TestWorld['tools']> = (spawner) => createTools({ spawner, shell: false })
