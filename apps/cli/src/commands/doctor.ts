/** `belay doctor`: what works here and what does not. */
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

async function doctor({ operations, out, json }: Context): Promise<ExitCode> {
  const lines = await (await operations()).doctor()
  if (json) out.json(lines)
  else for (const { name, ok, text } of lines) out.line(`${ok ? '✓' : '✗'} ${name}: ${oneLine(text)}`)
  return lines.every((line) => line.ok) ? EXIT.fine : EXIT.failed
}
