/** All commands on one program. Parsing never prints an error or exits: both are `main`'s. */
import { Command } from 'commander'
import manifest from '../package.json'
import { addAnswer } from './commands/answer'
import { addAttach } from './commands/attach'
import { addDetach } from './commands/detach'
import { addDoctor } from './commands/doctor'
import { addExport } from './commands/export'
import { addExt } from './commands/ext'
import { addFire } from './commands/fire'
import { addHooks } from './commands/hooks'
import { addImport } from './commands/import'
import { addKeys } from './commands/keys'
import { addMode } from './commands/mode'
import { addProgram } from './commands/program'
import { addPutBack } from './commands/put-back'
import { addRun } from './commands/run'
import { addServe } from './commands/serve'
import { addSessions } from './commands/sessions'
import { addSets } from './commands/sets'
import { addShadow } from './commands/shadow'
import { addStop } from './commands/stop'
import { addTools } from './commands/tools'
import { addTrace } from './commands/trace'
import { addTrustFolder } from './commands/trust-folder'
import { addUndo } from './commands/undo'
import { addUrl } from './commands/url'
import type { Output } from './output'
import type { Start } from './start'

const closing = `
Exit codes: 0 fine, 1 the work failed, 2 wrong usage or unreadable input,
3 a block (fire --exit-code), 130 interrupted.
State lives in $BELAY_HOME, ~/.belay where it is not set.`

/** In the order of the help. */
const commands = [
  ...[addServe, addUrl, addRun, addFire, addTrace, addSessions],
  ...[addAttach, addDetach, addMode, addProgram, addExt, addTrustFolder, addKeys, addShadow, addUndo, addSets],
  ...[addAnswer, addStop, addPutBack, addTools, addHooks, addImport, addExport, addDoctor],
]

/** `json` is whether the version is wanted as JSON: it is printed before any option is known. */
export function makeProgram(out: Output, start: Start, json: boolean): Command {
  const { version } = manifest
  const program = new Command('belay')
    .description('See, shape and test what your coding agent does, turn by turn.')
    .version(json ? JSON.stringify({ version }) : version, '--version', 'print the version')
    .helpOption('-h, --help', 'say how it is used')
    .helpCommand(false)
    .option('--home <dir>', 'the folder that holds everything Belay keeps')
    .option('--json', 'print JSON: one document, or one a line')
    .option('--debug', 'print where in the code a failure came from')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: out.print, outputError: () => undefined })
    .exitOverride()
    .addHelpText('after', closing)
  for (const add of commands) add(program, start)
  return program
}
