/**
 * Writes a line for everything that happens at its points. Promises: nobody waits for it and it decides nothing; each
 * line is whole; a line that could not be written shows as a failure of this hook.
 */
import { isAbsolute, join, resolve } from 'node:path'
import { defineHook, type HookDefinition } from '@belay/hooks'
import { POINTS, type PointId } from '@belay/trace'
import { z } from 'zod'
import { redact } from '../secrets/redact'
import { secretValues } from '../secrets/secret-names'
import { auditLine } from './audit-line'
import { LineWriter } from './line-writer'
import type { BuiltInWorld } from './world'

const params = z.strictObject({
  path: z
    .string()
    .trim()
    .min(1, 'say where to write')
    .refine((path) => !leavesLogs(path), 'name a file in `logs`, or an absolute path: `..` and `~` lead elsewhere')
    .default('audit-{session}.jsonl')
    .describe("The file, absolute or in the home folder's `logs`; `{session}` stands for the session's id."),
  detail: z
    .enum(['names', 'arguments', 'everything'])
    .default('arguments')
    .describe(
      '`names`: who, when, which tool, how it ended. `arguments`: also arguments and messages. `everything`: also results and replies.',
    ),
  redact: z.boolean().default(true).describe('Whether secrets are taken out, as redact-secrets does.'),
})

/** The loop's own three hand nothing over: there is nothing to write. */
type Quiet = 'memory.keep' | 'context.build' | 'model.choose'
const QUIET: readonly PointId[] = ['memory.keep', 'context.build', 'model.choose'] satisfies readonly Quiet[]
const HEARD = POINTS.filter((point): point is Exclude<PointId, Quiet> => !QUIET.includes(point))

/** A disk that takes longer has failed; the line may still come. */
const TIMEOUT_MS = 10_000

export function auditLog({ home, clock, environment }: BuiltInWorld): HookDefinition {
  const writer = new LineWriter()
  const values = secretValues(environment)
  const cleaned = (text: string) => redact(text, { assignments: true, values }).text
  return defineHook({
    name: 'audit-log',
    description:
      'Writes a line of JSON for each input, call, result, error and ending to a file. Only listens: no turn waits for it.',
    points: HEARD,
    params,
    observe: true,
    timeoutMs: TIMEOUT_MS,
    run(t, told) {
      const { path, detail, redact } = t.params
      const file = fileOf(path, { home, session: t.sessionId })
      if (t.dryRun) return t.note(`a dry run writes nothing to ${file}`)
      const line = auditLine(told, t, { detail, at: clock.now(), redact, clean: redact ? cleaned : (text) => text })
      return writer.append(file, line)
    },
  })
}

function fileOf(path: string, { home, session }: { readonly home: string; readonly session: string }): string {
  const name = path.replaceAll('{session}', session.replace(/[^\w-]/g, '_'))
  return isAbsolute(name) ? name : resolve(join(home, 'logs'), name)
}

/** What is relative stays where the person looks for it. */
function leavesLogs(path: string): boolean {
  return path.startsWith('~') || (!isAbsolute(path) && path.split('/').includes('..'))
}
