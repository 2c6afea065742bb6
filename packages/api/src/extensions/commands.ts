/** Commands of a session: what its extensions bring, and running one. Outside of the session's loop: they reach it through what is declared here. */
import { nearest } from '@belay/hooks'
import { type CommandReply, type Prepared, readArgs, usage } from '@belay/host'
import type { SessionId } from '@belay/trace'
import type { CommandAnswered, CommandFacts } from '../contract/extending'
import { OperationError } from '../operations'
import type { ChangeParts } from './change-composition'

/** A command is a page or a change, and no work of its own. */
const COMMAND_MS = 10_000

export async function commandsOf(parts: ChangeParts, id: SessionId): Promise<readonly CommandFacts[]> {
  const { commands } = await preparedOf(parts, id)
  return commands.map(({ extension, command: { name, description, args, page } }) => ({
    ...{ name, description, usage: usage(name, args), extension, page, args },
  }))
}

interface Typed {
  readonly name: string
  readonly text: string
}

export async function runCommand(parts: ChangeParts, id: SessionId, { name, text }: Typed): Promise<CommandAnswered> {
  const { commands } = await preparedOf(parts, id)
  const command = commands.map((one) => one.command).find((one) => one.name === name)
  if (command === undefined)
    throw new OperationError(
      'bad_input',
      unknown(
        name,
        commands.map((one) => one.command.name),
      ),
    )
  const read = readArgs(command, text)
  if (!read.ok) throw new OperationError('bad_input', read.message)
  const runner = parts.sessions.runner(id)
  const { workspace } = parts.sessions.record(id)
  const note = (said: string) => runner.leave({ text: said, origin: 'reminder', from: name })
  const reply = await answered(
    command.run(read.args, { session: id, workspace, signal: AbortSignal.timeout(COMMAND_MS), note }),
  )
  if (reply.kind !== 'prompt') return reply
  const { begun, turn } = runner.send({ text: reply.text, origin: 'person', from: null }, runner.options())
  await begun
  return { kind: 'sent', turn }
}

async function preparedOf({ sessions, extensions }: ChangeParts, id: SessionId): Promise<Prepared> {
  const { workspace } = sessions.record(id)
  return extensions.ready(id, { extensions: sessions.runner(id).composition().extensions, workspace })
}

/** What a command throws is its sentence. */
async function answered(reply: Promise<CommandReply>): Promise<CommandReply> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof OperationError) throw error
    throw new OperationError('bad_input', error instanceof Error ? error.message : String(error))
  }
}

function unknown(name: string, names: readonly string[]): string {
  const near = nearest(name, names)
  if (near !== null) return `There is no command /${name} in this session; did you mean /${near}?`
  return names.length === 0
    ? `There is no command /${name}: no extension of this session brings any.`
    : `There is no command /${name} in this session; there are ${names.map((one) => `/${one}`).join(', ')}.`
}
