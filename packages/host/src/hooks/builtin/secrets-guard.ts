/**
 * Keeps secrets from leaving: in calls that reach out, in what git would keep, in messages. Promises: nothing that it finds
 * is repeated in what it says; what it could not search counts as holding one.
 */
import { defineHook, type HookCall, type HookDefinition } from '@belay/hooks'
import type { JsonObject } from '@belay/trace'
import { z } from 'zod'
import { callReaches } from '../network/reaches'
import { commandOf } from '../paths/argument-paths'
import { FoundSecrets } from '../secrets/find-secrets'
import { redact } from '../secrets/redact'
import { secretValues } from '../secrets/secret-names'
import { describeWithout } from './describe-without'
import { gitKeeps } from './git-keeps'
import { secretsInFiles } from './secrets-in-files'
import { matchesTool, toolMatcherText } from './tool-matcher'
import { withSignal } from './with-signal'
import type { BuiltInWorld } from './world'

const params = z.strictObject({
  found: z
    .enum(['block', 'ask'])
    .default('block')
    .describe('What becomes of a call that would let a secret out: `block` it, or `ask` the person.'),
  messages: z
    .enum(['redact', 'block', 'allow'])
    .default('redact')
    .describe(
      'What becomes of a secret in a message to the model: it is taken out, the message is blocked, or it is let through.',
    ),
  commands: z
    .boolean()
    .default(true)
    .describe('Whether commands that reach the network are searched, and messages of `git commit`.'),
  files: z
    .boolean()
    .default(true)
    .describe('Whether files that such a command names are searched too: `curl -d @.env …`, `scp key host:`.'),
  writes: z
    .enum(['kept', 'all', 'none'])
    .default('kept')
    .describe('Which writes of files are searched: of those that git keeps or would keep, of `all`, or of `none`.'),
  tools: toolMatcherText
    .default('^(?!run$|files\\.|agents\\.)')
    .describe(
      'Tools whose arguments are searched, since they hand them on: names split at `|`, or a regular expression.',
    ),
  assignments: z
    .boolean()
    .default(true)
    .describe('Whether a value counts by the name that it is given to: `DB_PASSWORD=…`, `Authorization: Bearer …`.'),
})

type Params = z.output<typeof params>

interface Looking {
  readonly params: Params
  readonly workspace: string
  readonly signal: AbortSignal
}

/** What a call would let out: which secrets, and by what. */
interface Leak {
  readonly what: string
  readonly how: string
}

export function secretsGuard(world: BuiltInWorld): HookDefinition {
  const values = secretValues(world.environment)
  const searchFor = ({ assignments }: Params) => new FoundSecrets({ assignments, values })

  const inCommand = async (call: HookCall, looking: Looking): Promise<Leak | null> => {
    const command = commandOf(call)
    if (command === null || !looking.params.commands) return null
    const { reaches, unread } = callReaches(call, { workspace: looking.workspace, home: world })
    const goesOut = reaches.length > 0 || unread !== null
    if (!goesOut && !mayCommit(command.command)) return null
    const env: JsonObject = command.env
    const found = searchFor(looking.params)
      .in(command.command)
      .in(command.stdin ?? '')
      .inValues(env)
    if (!found.isEmpty)
      return { what: found.said(), how: goesOut ? 'this command would send it away' : 'git would keep it' }
    if (!goesOut || !looking.params.files) return null
    const file = secretsInFiles(call, { workspace: looking.workspace, world, search: () => searchFor(looking.params) })
    return file === null ? null : { what: file.what, how: `this command would send \`${file.shown}\` away` }
  }

  const inWrite = async ({ name, args }: HookCall, looking: Looking): Promise<Leak | null> => {
    const { writes } = looking.params
    const text = WRITES.get(name) === undefined ? undefined : args[WRITES.get(name) ?? '']
    if (writes === 'none' || typeof text !== 'string' || typeof args.file_path !== 'string') return null
    const found = searchFor(looking.params).in(text)
    if (found.isEmpty) return null
    const keeps = writes === 'all' || (await gitKeeps(args.file_path, { ...looking, world }))
    return keeps
      ? { what: found.said(), how: writes === 'all' ? 'this would write it into a file' : 'git would keep it' }
      : null
  }

  const inArguments = ({ name, args }: HookCall, looking: Looking): Leak | null => {
    if (!matchesTool(looking.params.tools, name)) return null
    const found = searchFor(looking.params).inValues(args)
    return found.isEmpty ? null : { what: found.said(), how: `\`${name}\` would be handed it` }
  }

  return withSignal((signal) =>
    defineHook({
      name: 'secrets-guard',
      description:
        'Keeps keys, tokens and passwords from leaving: in commands that reach the network and the files they name, in commits and files that git keeps, in arguments of tools of others, in messages.',
      params,
      recheck: true,
      onFailure: 'closed',
      on: {
        'guard.onInput': (t, msg) => {
          const { messages, assignments } = t.params
          if (messages === 'allow') return t.useDefault
          const found = searchFor(t.params).in(msg)
          if (found.isEmpty) return t.useDefault
          if (messages === 'block')
            return t.reject(
              `The message holds what looks like a secret (${found.said()}): take it out, and send it again.`,
            )
          return t
            .rewrite(redact(msg, { assignments, values }).text)
            .withNote(`taken out of the message: ${found.said()}`)
        },
        'tools.before': async (t, call) => {
          const looking = { params: t.params, workspace: t.workspace, signal: signal() }
          const leak = inArguments(call, looking) ?? (await inCommand(call, looking)) ?? (await inWrite(call, looking))
          if (leak === null) return t.useDefault
          if (t.params.found === 'ask') {
            const doing = describeWithout(
              call,
              (text) => redact(text, { assignments: t.params.assignments, values }).text,
            )
            return t.ask(`${doing}? It holds what looks like a secret (${leak.what}), and ${leak.how}.`)
          }
          return t.deny(
            `This call holds what looks like a secret (${leak.what}), and ${leak.how}. Leave it out: name the variable or the file that holds it, or say what you need.`,
          )
        },
      },
    }),
  )
}

/** Where the text of a write stands. */
const WRITES: ReadonlyMap<string, string> = new Map([
  ['files.write', 'content'],
  ['files.edit', 'new_string'],
])
/** A first look, which costs nothing: `git … commit`, also inside of a shell. */
function mayCommit(text: string): boolean {
  return text.includes('git') && /\b(?:commit|tag|notes|stash)\b/.test(text)
}
