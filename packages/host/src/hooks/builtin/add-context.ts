import { defineHook, type HookDefinition } from '@belay/hooks'
import { z } from 'zod'
import type { AttachedWorld } from './world'

const params = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1, 'say what the model is to be told')
    .default('Work in small steps, and say what you changed.')
    .describe('What the model is told.'),
  where: z
    .enum(['message', 'system'])
    .default('message')
    .describe('`message`: as an input of its own, beside the message. `system`: at the end of the system prompt.'),
  every: z
    .enum(['session', 'turn'])
    .default('session')
    .describe('How often, as a message: once a session, or once a turn. The system prompt holds it all the time.'),
})

/** Sessions that are remembered as told. Of an older one the record tells. */
const MOST_SESSIONS = 1_000

/** Made anew for each attachment: it remembers whom it has told. What an earlier process told is on the record. */
export function addContext({ spokeIn }: AttachedWorld): HookDefinition {
  /** By session, the last turn that was told. */
  const told = new Map<string, string>()
  return defineHook({
    name: 'add-context',
    description:
      'Tells the model something: beside the message once a session or once a turn, or in the system prompt.',
    params,
    on: {
      'guard.onInput': (t) => {
        const { text, where, every } = t.params
        if (where !== 'message') return t.useDefault
        const last = told.get(t.sessionId)
        if (last !== undefined && (every === 'session' || last === t.turnId)) return t.useDefault
        if (last === undefined && every === 'session' && spokeIn(t.sessionId)) {
          remember(told, t.sessionId, t.turnId)
          return t.useDefault
        }
        if (!t.dryRun) remember(told, t.sessionId, t.turnId)
        return t.context(text)
      },
      'context.build': (t) => {
        const { text, where } = t.params
        if (where !== 'system') return t.useDefault
        return { system: t.system.trim() === '' ? text : `${t.system}\n\n${text}` }
      },
    },
  })
}

function remember(told: Map<string, string>, session: string, turn: string): void {
  told.delete(session)
  told.set(session, turn)
  const oldest = told.keys().next()
  if (told.size > MOST_SESSIONS && !oldest.done) told.delete(oldest.value)
}
