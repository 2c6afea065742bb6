/**
 * Lets calls reach listed hosts and no others. Promises: judges what the call says, at once; a host that can't be told is
 * not a listed one, and neither is what can't be read.
 */
import { defineHook, type HookCall, type HookDefinition } from '@belay/hooks'
import { z } from 'zod'
import { commandPattern } from '../commands/command-pattern'
import { patternProblem } from '../commands/pattern-problem'
import { runningAlone } from '../commands/running-alone'
import { isLoopback } from '../network/addresses'
import { hostProblem, matchesHost } from '../network/host-patterns'
import { callReaches, type Reach } from '../network/reaches'
import { matchesTool, toolMatcherText } from './tool-matcher'
import type { BuiltInWorld } from './world'

const host = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const problem = hostProblem(text)
    if (problem !== null)
      context.addIssue({ code: 'custom', message: text === '' ? problem : `\`${text}\`: ${problem}` })
  })

const pattern = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const problem = patternProblem(text)
    if (problem !== null) context.addIssue({ code: 'custom', message: `\`${text}\`: ${problem}` })
  })

/** Tools that are there to reach out. */
const REACHING = '^(?:web_|browser\\.|cua\\.|mail\\.)'

const params = z.strictObject({
  allow: z
    .array(host)
    .max(500)
    .default([])
    .describe('Hosts that may be reached: `example.com` (it alone), `*.example.com` (all below it), `10.0.*.*`, `*`.'),
  loopback: z.boolean().default(true).describe('Whether this machine itself may be reached: `localhost`, `127.0.0.1`.'),
  commands: z
    .array(pattern)
    .max(200)
    .default([])
    .describe('Commands that may go wherever they go, as `block-commands` has them: `npm install`, `apt-get update`.'),
  tools: toolMatcherText
    .default(REACHING)
    .describe(
      'Tools that reach out by themselves, also where no argument says to whom: names split at `|`, or an expression.',
    ),
  otherwise: z
    .enum(['ask', 'block'])
    .default('ask')
    .describe('What becomes of a call that would reach another host: `ask` the person, or `block`.'),
  advice: z
    .string()
    .default('Do it without the network, or say what you need from there.')
    .describe('What the model is told to do instead, where the call is refused.'),
})

type Params = z.output<typeof params>

/** What a question or a refusal names. */
const MOST_NAMED = 5

export function networkGuard(world: BuiltInWorld): HookDefinition {
  return defineHook({
    name: 'network-guard',
    description:
      'Lets calls reach only the hosts that you list, and asks about others or refuses them: commands that fetch, log in, push, pull or install, and addresses that tools are given.',
    points: ['tools.before'],
    params,
    recheck: true,
    run(t, { call }) {
      const { reaches, unread } = callReaches(call, { workspace: t.workspace, home: world })
      const others = reaches.filter((reach) => !isAllowed(reach, t.params))
      const said = [...new Set([...others.map(saidOf), ...(reaches.length === 0 ? unnamed(call, t.params) : [])])]
      if (unread !== null) said.push(`what could not be read, since it ${unread}`)
      if (said.length === 0) return t.useDefault
      const more = said.length > MOST_NAMED ? ` and ${said.length - MOST_NAMED} more` : ''
      const what = `${said.slice(0, MOST_NAMED).join(', ')}${more}`
      if (t.params.otherwise === 'ask') return t.ask(`Let this call reach ${what}?`)
      return t.deny(
        `This session reaches only listed hosts, and this call would reach ${what}. ${t.params.advice}`.trim(),
      )
    },
  })
}

function isAllowed({ host, invocation }: Reach, { allow, loopback, commands }: Params): boolean {
  if (host !== null && loopback && isLoopback(host)) return true
  if (host !== null && allow.some((pattern) => matchesHost(pattern, host))) return true
  if (allow.includes('*')) return true
  if (invocation === null || commands.length === 0) return false
  const alone = runningAlone([invocation])
  return commands.some((pattern) => commandPattern(pattern).matches(alone))
}

/** Of a tool that is there to reach out, and was told nowhere to go. */
function unnamed({ name }: HookCall, { tools, allow }: Params): readonly string[] {
  return matchesTool(tools, name) && !allow.includes('*') ? [`a host that it does not name (\`${name}\`)`] : []
}

function saidOf({ host, shown, by }: Reach): string {
  if (host === null)
    return /\s/.test(shown) ? `${shown} (\`${by}\`)` : `\`${shown}\`, a host that can't be told (\`${by}\`)`
  return `\`${host}\` (\`${by}\`)`
}
