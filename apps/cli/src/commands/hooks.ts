/** `belay hooks`: what there is and where it comes from, and what is wrong with it. */
import { resolve } from 'node:path'
import type { AttachedTrouble, CommandEntry, HookProblem, LibraryHook } from '@belay/api'
import type { Command } from 'commander'
import type { Context } from '../context'
import { EXIT, type ExitCode } from '../failure'
import { printChecks, printCommands, printHooks } from '../print/hooks'
import { printPrograms } from '../print/programs'
import { troublesText } from '../print/wrong-hooks'
import type { Start } from '../start'
import { refuseUnknown } from './excess'
import { addTrust } from './trust'

export interface Diagnostic {
  readonly file: string | null
  readonly line: number | null
  /** A place within the file, where it is data and not code. */
  readonly path: string | null
  /** Only errors make the check fail. */
  readonly severity: HookProblem['severity']
  readonly message: string
}

export function addHooks(program: Command, start: Start): void {
  const hooks = program.command('hooks').description('list the hooks that can be attached, or check hook files')
  hooks
    .command('list', { isDefault: true })
    .description('every hook and where it comes from, and the programs')
    .allowExcessArguments()
    .action((_: unknown, self: Command) => {
      refuseUnknown(self)
      return start(self, list)
    })
  hooks
    .command('check')
    .description('what is wrong with hook files and programs; all of the home folder by default')
    .argument('[path...]', 'hook files, folders of them, programs, files of command hooks (.json)')
    .action((paths: string[], _: unknown, self: Command) => start(self, (context) => check(context, paths)))
  addTrust(hooks, start)
}

async function list({ existing, cwd, out, json }: Context): Promise<undefined> {
  const operations = await existing()
  const [hooks, programs] = [await operations.library(), await operations.programs()]
  const { entries } = await operations.commandHooks(null, cwd)
  const troubles = await operations.attachedTroubles()
  if (json) return void out.json([...hooks.map((hook) => withTroubles(hook, troubles)), ...entries.map(commandOf)])
  printHooks(out, hooks)
  for (const line of troublesText(troubles)) out.line(line)
  if (entries.length > 0) {
    out.line('')
    printCommands(out, entries.map(commandOf))
  }
  if (programs.length === 0) return
  out.line('')
  printPrograms(out, programs)
}

/** Where it is attached and not asked as it was; hooks of which there is nothing to say are as they are. */
function withTroubles(hook: LibraryHook, troubles: readonly AttachedTrouble[]) {
  const own = troubles.filter((trouble) => trouble.hook === hook.slug)
  return own.length === 0 ? hook : { ...hook, troubles: own }
}

async function check({ existing, cwd, out, json }: Context, paths: readonly string[]): Promise<ExitCode> {
  const opened = await existing()
  const all = paths.map((path) => resolve(cwd, path))
  const files = all.filter((path) => path.endsWith('.json'))
  const wanted = all.filter((path) => !path.endsWith('.json'))
  const none = { hooks: [], programs: [], problems: [] }
  const looks = wanted.length > 0 || files.length === 0
  const checked = looks ? await opened.checkHooks(all.length === 0 ? undefined : wanted) : none
  const looksAtCommands = all.length === 0 || files.length > 0
  const commands = looksAtCommands ? await opened.commandHooks(files.length === 0 ? null : files, cwd) : null
  const { hooks, programs, problems } = checked
  const entries = commands?.entries ?? []
  const diagnostics = [...problems.map(diagnosticOf), ...(commands?.diagnostics ?? [])]
  if (json) out.json({ hooks: [...hooks, ...entries.map(commandOf)], diagnostics })
  else printChecks(out, { hooks, programs, commands: entries.length, diagnostics })
  return diagnostics.some(({ severity }) => severity === 'error') ? EXIT.failed : EXIT.fine
}

/** A command as the list shows it, beside hooks of the library. */
export interface ListedCommand {
  readonly source: 'command'
  readonly slug: string
  readonly event: string
  readonly matcher: string | null
  readonly command: string
  readonly file: string | null
  readonly line: number | null
}

function commandOf(entry: CommandEntry): ListedCommand {
  const [place] = entry.places
  return {
    source: 'command',
    slug: `hooks/${entry.id}`,
    event: entry.event,
    matcher: place?.matcher ?? null,
    command: entry.type === 'http' ? entry.url : [entry.line, ...(entry.args ?? [])].join(' '),
    file: place?.file ?? null,
    line: place?.line ?? null,
  }
}

function diagnosticOf({ file, line, severity, message }: HookProblem): Diagnostic {
  return { file, line, path: null, severity, message }
}
