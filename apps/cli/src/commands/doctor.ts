/** `belay doctor`: what works here and what does not. */
import type { DoctorLine } from '@belay/api'
import type { Command } from 'commander'
import type { Context } from '../context'
import { EXIT, type ExitCode } from '../failure'
import { oneLine } from '../print/text'
import type { Start } from '../start'

export function addDoctor(program: Command, start: Start): void {
  program
    .command('doctor')
    .description('check that everything Belay needs is here and works')
    .action((_: unknown, self: Command) => start(self, doctor))
}

async function doctor(context: Context): Promise<ExitCode> {
  const { out, json } = context
  const lines = await examine(context)
  if (json) out.json(lines)
  else for (const { name, ok, text } of lines) out.line(`${ok ? '✓' : '✗'} ${name}: ${oneLine(text)}`)
  return lines.every((line) => line.ok) ? EXIT.fine : EXIT.failed
}

/** Of a home that is not there, what is true of any home. */
async function examine({ existing, home }: Context): Promise<readonly DoctorLine[]> {
  const { isHomeThere } = await import('@belay/api')
  const isThere = isHomeThere(home)
  const lines = await (await existing()).doctor()
  if (isThere) return lines
  const none = { name: 'home', ok: true, text: `${home} is not there yet; it is made when there is something to keep` }
  return lines
    .filter(({ name }) => name !== 'database' && name !== 'server')
    .map((line) => (line.name === 'home' ? none : line))
}
