/** `belay import`: what other programs recorded becomes sessions. */
import { resolve } from 'node:path'
import type { ImportReport } from '@belay/api'
import { type Command, Option } from 'commander'
import type { Context } from '../context'
import type { Start } from '../start'

export function addImport(program: Command, start: Start): void {
  program
    .command('import')
    .description('make sessions of files that other programs wrote')
    .argument('<path...>')
    .addOption(new Option('--format <name>', 'what is in them').choices(['auto', 'spans']).default('auto'))
    .option('--workspace <dir>', 'the folder that they are about; the current one by default')
    .action((paths: string[], { workspace }: { workspace?: string }, self: Command) =>
      start(self, (context) => importAll(context, paths, workspace)),
    )
}

async function importAll(context: Context, paths: readonly string[], folder: string | undefined): Promise<undefined> {
  const { cwd, out, json } = context
  const operations = await context.operations()
  const workspace = resolve(cwd, folder ?? '.')
  for (const path of paths) {
    const report = await operations.importFile({ path: resolve(cwd, path), workspace })
    if (json) out.json(report)
    else for (const line of reportText(report)) out.line(line)
  }
}

function reportText({ file, sessions, records, unparsed, breaks, clock }: ImportReport): readonly string[] {
  return [
    `${file}: ${records} ${records === 1 ? 'record' : 'records'} in ${sessions.join(', ')}`,
    ...unparsed.map(({ line, reason }) => `  record ${line} is left out: ${reason}`),
    ...(breaks === 0 ? [] : [`  ${breaks} with a parent or id that does not fit, marked`]),
    ...(clock === 0 ? [] : [`  ${clock} with a time that was corrected, marked`]),
  ]
}
