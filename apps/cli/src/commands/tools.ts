/** `belay tools`: what a model can call; with `--json` every schema. */
import type { Command } from 'commander'
import type { Context } from '../context'
import { table } from '../print/table'
import type { Start } from '../start'

export function addTools(program: Command, start: Start): void {
  program
    .command('tools')
    .description('the tools that a model can call; with --json their schemas')
    .action((_: unknown, self: Command) => start(self, tools))
}

const columns = [
  { title: 'tool' },
  { title: 'reads only' },
  { title: 'arguments', most: 48 },
  { title: 'what it does' },
]

async function tools({ existing, out, json }: Context): Promise<undefined> {
  const all = (await existing()).tools()
  if (json) return void out.json(all)
  const rows = all.map(({ name, readOnly, schema, description }) => [
    ...[name, readOnly ? 'yes' : '', argumentsOf(schema), description.split('\n')[0] ?? ''],
  ])
  for (const line of table(columns, rows, out.columns)) out.line(line)
}

/** `command, cwd?, env?` */
function argumentsOf(schema: { readonly [key: string]: unknown }): string {
  const { properties, required } = schema
  const needed = Array.isArray(required) ? required : []
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  return names.map((name) => (needed.includes(name) ? name : `${name}?`)).join(', ')
}
