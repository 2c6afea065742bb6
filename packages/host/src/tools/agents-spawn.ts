/** The tool `agents.spawn`: starts a child session and returns at once; the child's answer comes as mail. */
import type { AgentSpawner, Need, Tool } from '@belay/agent'
import { z } from 'zod'
import { defineTool, FREE, failed, ok } from './define-tool'
import { splitCommand } from './split-command'

const schema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/i)
    .describe('A short name for the child, in letters, digits, - and _.'),
  prompt: z.string().min(1).describe('What the child is to do. It knows nothing of this conversation.'),
  deliverable: z.string().min(1).optional().describe('What it must hand back.'),
  model: z
    .string()
    .regex(/^[^/]+\/.+$/)
    .optional()
    .describe('provider/model; your own where absent.'),
  verifier: z
    .string()
    .min(1)
    .optional()
    .describe('A command that must exit with 0 before the child may stop. No shell.'),
  tools: z.array(z.string().min(1)).optional().describe('Names of the tools that it gets; yours where absent.'),
})

type Args = z.infer<typeof schema>

export function createAgentsSpawn(spawner: AgentSpawner): Tool {
  return defineTool<Args>({
    name: 'agents.spawn',
    description: 'Starts a child agent on its own task and returns at once. Its answer comes as mail.',
    readOnly: false,
    schema,
    subject: ({ name, prompt }) => `${name}: ${prompt.split('\n')[0] ?? ''}`,
    need: needToSpawn,
    run: async ({ name, prompt, deliverable, model, verifier, tools }, { session, call }) => {
      const command = verifier === undefined ? null : splitCommand(verifier)
      if (command?.ok === false)
        return failed(`The child was not started, since its verifier can't run. ${command.message}`)
      const beside = {
        deliverable: deliverable ?? null,
        model: model ?? null,
        verifier: verifier ?? null,
        tools: tools ?? null,
      }
      const spawned = await spawner.spawn({ parent: session, call, name, prompt, ...beside })
      if (!spawned.ok) return failed(`The child ${name} was not started: ${spawned.reason}`)
      const content = `The child ${name} has started (session ${spawned.session}). Its answer comes as mail.`
      return ok(content, { childSession: spawned.session })
    },
  })
}

/** The child's own calls are judged in the child; its verifier is a program that this call sets going. */
function needToSpawn({ verifier, name }: Args): Need {
  if (verifier === undefined) return FREE
  const command = splitCommand(verifier)
  if (!command.ok) return FREE
  const question = `Run ${verifier} each time that the child ${name} wants to stop?`
  return { access: 'ask', kind: `run:${command.words[0] ?? ''}`, outside: false, question }
}
