/** `belay fire`: asks hooks about one event and prints what they add up to. Changes nothing. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { JsonObject, SessionId } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import { EXIT, type ExitCode } from '../failure'
import { addHookOptions, commandFilesOf, type HookOptions, type NamedHook, readHooks } from '../input/hook-options'
import { readPointOrEvent } from '../input/point'
import { programOf } from '../input/program-option'
import { readEvent } from '../input/stdin'
import { printOutcome } from '../print/outcome'
import { tellWrong } from '../print/wrong-hooks'
import type { Start } from '../start'

interface FireOptions extends HookOptions {
  readonly workspace?: string
  readonly session?: string
  readonly live?: true
  readonly exitCode?: true
}

export function addFire(program: Command, start: Start): void {
  const command = program
    .command('fire')
    .description('ask hooks about one event, read from stdin, and print the outcome')
    .argument('<point>', 'where in the loop: tools.before, guard.onInput, …; or an event: PreToolUse, Stop, …')
  const named = addHookOptions(command)
  command
    .option('--workspace <dir>', 'the folder that the event happened in; the current one by default')
    .option('--session <id>', 'ask the hooks of this session first, with its facts')
    .option('--live', 'let t.tool and t.store of the hooks act; what permission would ask about is refused')
    .option('--exit-code', 'exit with 3 where the outcome is a block')
    .action((point: string, options: FireOptions, self: Command) =>
      start(self, (context) => fire(context, point, { options, named })),
    )
}

interface Asked {
  readonly options: FireOptions
  readonly named: readonly NamedHook[]
}

async function fire(context: Context, text: string, { options, named }: Asked): Promise<ExitCode> {
  const { cwd, out } = context
  const point = await readPointOrEvent(text)
  const attach = readHooks(named, options, cwd)
  const commandFiles = commandFilesOf(options, cwd)
  const event = await readEvent(process.stdin)
  // What a live hook writes is to be there afterwards.
  const operations = await (options.live === true ? context.operations() : context.existing())
  const session = options.session === undefined ? null : (options.session as SessionId)
  if (session !== null) await tellWrong(out, operations, session)
  const outcome = await operations.fire({
    ...{ point, event, attach, commandFiles, program: programOf(options, cwd) },
    session,
    workspace: workspaceOf(options, cwd, event),
    rewrites: options.rewrites ?? 'first',
    stopAtFirstBlock: options.stopAtFirstBlock === true,
    live: options.live === true,
  })
  if (context.json) out.json(outcome)
  else printOutcome(out, outcome, event)
  return options.exitCode === true && outcome.decision === 'block' ? EXIT.blocked : EXIT.fine
}

/** A session brings its own workspace, and so does the payload of an agent, where that folder is here. */
function workspaceOf({ workspace, session }: FireOptions, cwd: string, event: JsonObject): string | null {
  if (workspace !== undefined) return resolve(cwd, workspace)
  if (session !== undefined) return null
  const told = event.hook_event_name === undefined ? undefined : event.cwd
  const isThere = typeof told === 'string' && statSync(told, { throwIfNoEntry: false })?.isDirectory() === true
  return isThere ? told : cwd
}
