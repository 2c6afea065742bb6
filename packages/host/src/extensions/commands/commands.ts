/**
 * The extension `commands`: the model's face of session commands. The same definition is in the `/` menu and is what a person runs; a model gets its
 * answer as data: what would be a person's message begins no turn.
 */
import type { SessionId } from '@belay/trace'
import { z } from 'zod'
import { defineTool, FREE, failed, ok } from '../../tools/define-tool'
import { defineExtension } from '../define-extension'
import type { Extension } from '../extension'
import type { PageDocument } from '../page-document'
import { type CommandReply, readArgs, type SessionCommand, usage } from '../session-command'

/** What the session has ready. */
export type SessionCommands = (session: SessionId) => readonly SessionCommand[]

export function createCommands(commands: SessionCommands): Extension {
  return defineExtension({
    name: 'commands',
    description: 'Session commands, for you and for the model.',
    plugins: [{ kind: 'tool', tools: () => tools(commands) }],
  })
}

function tools(commands: SessionCommands) {
  const forModels = (session: SessionId) => commands(session).filter((one) => one.forModels === true)
  return [
    defineTool({
      ...{ name: 'commands.list', description: 'Session commands that you can run.', readOnly: true },
      ...{ schema: z.strictObject({}), subject: () => '', need: () => FREE },
      run: async (_, { session }) => {
        const lines = forModels(session).map(({ name, args, description }) => `${usage(name, args)} – ${description}`)
        return ok(lines.length === 0 ? 'There are none.' : lines.join('\n'))
      },
    }),
    defineTool({
      name: 'commands.run',
      description: 'Runs a session command and gives its answer.',
      readOnly: true,
      schema: z.strictObject({
        name: z.string().describe('Without the slash.'),
        text: z.string().default('').describe('What stands behind the name.'),
      }),
      ...{ subject: ({ name, text }) => `/${name} ${text}`.trim(), need: () => FREE },
      run: async ({ name, text }, { session, workspace, signal }) => {
        const all = forModels(session)
        const command = all.find((one) => one.name === name)
        if (command === undefined)
          return failed(`There is no command ${name} for you; there are ${all.map((one) => one.name).join(', ')}.`)
        const read = readArgs(command, text)
        if (!read.ok) return failed(read.message)
        try {
          // It is the model that did it: there is nobody to tell.
          return ok(replyText(await command.run(read.args, { session, workspace, signal, note: () => undefined })))
        } catch (error) {
          return failed(error instanceof Error ? error.message : String(error))
        }
      },
    }),
  ]
}

function replyText(reply: CommandReply): string {
  return reply.kind === 'page' ? pageText(reply.page) : reply.text
}

function pageText({ title, rows, empty }: PageDocument): string {
  const lines = rows.map(({ id, text, badge }) => `- ${text.trim()}${badge === null ? '' : ` [${badge}]`} (${id})`)
  return [title, ...(lines.length === 0 ? [empty] : lines)].join('\n')
}
