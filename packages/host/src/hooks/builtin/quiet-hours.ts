/** Asks about risky calls, or refuses them and the starts of turns, at times when nobody wants to be called for help. */
import { defineHook, type HookDefinition } from '@belay/hooks'
import { z } from 'zod'
import { describeCall, isUnreadable, matchesSubject } from './call-subject'
import { DAYS, isQuiet, isTimeZone, type QuietTimes, wallTime } from './quiet-times'
import { matchesTool, toolMatcherText } from './tool-matcher'
import type { BuiltInWorld } from './world'

/** What others notice, and what nobody takes back by themselves. */
export const RISKY = [
  ...['git push', 'npm publish', 'pnpm publish', 'yarn publish', 'cargo publish', 'twine upload', 'docker push'],
  ...['kubectl', 'helm', 'terraform apply', 'terraform destroy', 'ansible-playbook', 'ssh', 'systemctl', 'gh'],
  ...['psql', 'mysql', 'mongosh', 'redis-cli', 'aws', 'gcloud', 'az', 'rm -rf'],
]

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time is written as `22:00`')

const pattern = z.string().trim().min(1, 'a pattern must not be empty')

const params = z.strictObject({
  from: time.default('22:00').describe('When it begins, as the clock on the wall shows it.'),
  to: time
    .default('07:00')
    .describe('When it ends; before `from`, it is the next day. The same as `from`: a whole day.'),
  days: z
    .array(z.enum(DAYS))
    .min(1, 'name at least one day')
    .default([...DAYS])
    .describe('Days of the week on which it begins; over midnight it goes on into the next one.'),
  timeZone: z
    .string()
    .trim()
    .refine(isTimeZone, 'there is no such time zone; one is written as `Europe/Berlin`')
    .default('')
    .describe("The time zone, such as `Europe/Berlin`. Empty: the machine's."),
  calls: z
    .enum(['ask', 'block', 'allow'])
    .default('ask')
    .describe('What becomes of risky calls: `ask` the person, `block`, or `allow`.'),
  tools: toolMatcherText
    .default('run')
    .describe('Tools whose calls may be risky: names split at `|`, or a regular expression; `*` is every tool.'),
  patterns: z
    .array(pattern)
    .max(200)
    .default(RISKY)
    .describe(
      'What is risky: a command such as `git push`, or a file such as `*.env`. None: every call of these tools.',
    ),
  turns: z
    .enum(['allow', 'block_unattended', 'block'])
    .default('allow')
    .describe(
      'Whether turns may start: `allow`; `block_unattended`: not those that mail, a wake or a webhook starts; `block`: none, not even yours.',
    ),
})

export function quietHours({ clock }: BuiltInWorld): HookDefinition {
  /** What time it is, as a sentence; null where it is not quiet. */
  const quietNow = (times: QuietTimes): string | null => {
    const now = wallTime(clock.now(), times.timeZone)
    if (!isQuiet(now, times)) return null
    const place = times.timeZone === '' ? '' : ` in ${times.timeZone}`
    return `It is ${now.time}${place}, and these are quiet hours (${times.from}–${times.to}).`
  }
  return defineHook({
    name: 'quiet-hours',
    description:
      'Between two times of the day, on some days of the week, asks about risky calls or refuses them; also starts of turns, where told to.',
    params,
    recheck: true,
    on: {
      'guard.onInput': (t, _msg, { origin }) => {
        const { turns } = t.params
        if (turns === 'allow' || (turns === 'block_unattended' && origin === 'person')) return t.useDefault
        const quiet = quietNow(t.params)
        return quiet === null ? t.useDefault : t.reject(`${quiet} No turn starts by ${STARTED[origin] ?? origin} then.`)
      },
      'tools.before': (t, call) => {
        const { calls, tools, patterns } = t.params
        if (calls === 'allow' || !matchesTool(tools, call.name)) return t.useDefault
        const isRisky = patterns.length === 0 || patterns.some((pattern) => matchesSubject(pattern, call))
        if (!isRisky && !isUnreadable(call)) return t.useDefault
        const quiet = quietNow(t.params)
        if (quiet === null) return t.useDefault
        if (calls === 'ask') return t.ask(`${describeCall(call)}? ${quiet}`)
        return t.deny(
          `${quiet} This call waits until they are over: do what can be done without it, and say what is left.`,
        )
      },
    },
  })
}

const STARTED: Readonly<Record<string, string>> = {
  person: 'a message',
  mail: 'mail',
  wake: 'a wake',
  webhook: 'a webhook',
}
