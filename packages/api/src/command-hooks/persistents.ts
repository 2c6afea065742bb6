/** Commands that are kept running: one for each session and entry, closed with the session. And those of one event, which share their slots. */
import type {
  CommandLimits,
  CommandProgram,
  CommandRun,
  CommandRunner,
  PersistentCommand,
  RunCommand,
} from '@belay/host'

export interface PersistentAsked {
  readonly entry: string
  /** Empty where there is none: it is closed again at once. */
  readonly session: string
  readonly program: CommandProgram
}

export interface Persistents {
  ask(asked: PersistentAsked, payload: string, limits: CommandLimits): Promise<CommandRun>
  /** Eight at a time of those that are asked about one event. */
  together(event: object): RunCommand
  close(session: string): Promise<void>
}

export function createPersistents(runner: CommandRunner): Persistents {
  const bySession = new Map<string, Map<string, PersistentCommand>>()
  const events = new WeakMap<object, RunCommand>()
  return {
    async ask({ entry, session, program }, payload, limits) {
      if (session === '') {
        const passing = runner.persistent(program)
        try {
          return await passing.ask(payload, limits)
        } finally {
          await passing.close()
        }
      }
      const own = bySession.get(session) ?? new Map<string, PersistentCommand>()
      bySession.set(session, own)
      const command = own.get(entry) ?? runner.persistent(program)
      own.set(entry, command)
      return command.ask(payload, limits)
    },
    together(event) {
      const known = events.get(event) ?? runner.forEvent()
      events.set(event, known)
      return known
    },
    async close(session) {
      const commands = [...(bySession.get(session)?.values() ?? [])]
      bySession.delete(session)
      await Promise.all(commands.map((command) => command.close()))
    },
  }
}
