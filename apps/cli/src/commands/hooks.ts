/** `belay hooks`: what there is and where it comes from, and what is wrong with it. */
import { resolve } from 'node:path'
import type { HookProblem } from '@belay/api'
import type { Command } from 'commander'
import type { Context } from '../context'
import { EXIT, type ExitCode } from '../failure'
import { printChecks, printHooks } from '../print/hooks'
import { printPrograms } from '../print/programs'
import type { Start } from '../start'
import { refuseUnknown } from './excess'

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
    .argument('[path...]', 'hook files, folders of them, programs')
    .action((paths: string[], _: unknown, self: Command) => start(self, (context) => check(context, paths)))
}

async function list({ existing, out, json }: Context): Promise<undefined> {
  const operations = await existing()
  const [hooks, programs] = [await operations.library(), await operations.programs()]
  if (json) return void out.json(hooks)
  printHooks(out, hooks)
  if (programs.length === 0) return
  out.line('')
  printPrograms(out, programs)
}

async function check({ existing, cwd, out, json }: Context, paths: readonly string[]): Promise<ExitCode> {
  const opened = await existing()
  const wanted = paths.map((path) => resolve(cwd, path))
  const { hooks, programs, problems } = await opened.checkHooks(wanted.length === 0 ? undefined : wanted)
  const diagnostics = problems.map(diagnosticOf)
  if (json) out.json({ hooks, diagnostics })
  else printChecks(out, { hooks, programs, diagnostics })
  return diagnostics.some(({ severity }) => severity === 'error') ? EXIT.failed : EXIT.fine
}

function diagnosticOf({ file, line, severity, message }: HookProblem): Diagnostic {
  return { file, line, path: null, severity, message }
}
