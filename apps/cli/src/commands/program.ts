/** `belay program`: the programs that there are, the one that rules a session, and setting it. */
import type { SessionId } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import { checkProgram, readProgram } from '../input/program-option'
import { printPrograms } from '../print/programs'
import { oneLine } from '../print/text'
import type { Start } from '../start'

/** What a program can't be called here: its folder can be named. */
const NONE = 'none'

export function addProgram(program: Command, start: Start): void {
  program
    .command('program')
    .description('list programs, or say or set the one that rules a session')
    .argument('[session]')
    .argument('[program]', `its name or folder; ${NONE} takes it off`)
    .action((session: string | undefined, name: string | undefined, _: unknown, self: Command) =>
      start(self, (context) => {
        if (session === undefined) return list(context)
        return name === undefined ? show(context, session as SessionId) : set(context, session as SessionId, name)
      }),
    )
}

async function list({ existing, out, json }: Context): Promise<undefined> {
  const programs = await (await existing()).programs()
  if (json) out.json(programs)
  else printPrograms(out, programs)
}

async function show({ existing, out, json }: Context, session: SessionId): Promise<undefined> {
  const { program = null } = await (await existing()).composition(session)
  if (json) out.json({ session, program })
  else out.line(program === null ? 'No program rules this session.' : `${oneLine(program)} rules this session.`)
}

async function set({ existing, cwd, out, json }: Context, session: SessionId, text: string): Promise<undefined> {
  const operations = await existing()
  const before = (await operations.composition(session)).program ?? null
  const name = text === NONE ? null : (await checkProgram(operations, readProgram(text, cwd))).name
  const composition = await operations.setProgram(session, name)
  if (json) out.json({ session, program: name, composition })
  else out.line(sentence(before, name))
}

function sentence(before: string | null, after: string | null): string {
  if (after === null) return before === null ? 'No program ruled this session.' : `${oneLine(before)} rules it no more.`
  return `${oneLine(after)} rules this session${before === after ? ' already' : ' from the next turn on'}.`
}
