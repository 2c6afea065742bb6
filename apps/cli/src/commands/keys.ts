/** `belay keys`: whose keys are there, and adding or removing one. A key is read from stdin, never from an argument: those stand in the shell's history. */
import type { Keys, ProviderKey } from '@belay/api'
import type { Command } from 'commander'
import type { Context } from '../context'
import { usage } from '../failure'
import { readStdin } from '../input/stdin'
import type { Output } from '../output'
import { table } from '../print/table'
import { oneLine } from '../print/text'
import type { Start } from '../start'

export function addKeys(program: Command, start: Start): void {
  const keys = program.command('keys').description('keys of providers of models: which there are, add or remove one')
  keys
    .command('list')
    .description('whose key is there and where it is from; no key is shown')
    .action((_: unknown, self: Command) => start(self, list))
  keys
    .command('set')
    .description('keep a key, read from stdin')
    .argument('<provider>', 'anthropic, openai, google, alibaba, or an endpoint’s name')
    .action((provider: string, _: unknown, self: Command) => start(self, (context) => set(context, provider)))
  keys
    .command('remove')
    .description('forget the key of a provider')
    .argument('<provider>')
    .action((provider: string, _: unknown, self: Command) => start(self, (context) => remove(context, provider)))
}

async function list({ existing, out, json }: Context): Promise<undefined> {
  const keys = await (await existing()).keys()
  if (json) out.json(keys)
  else printKeys(out, keys)
}

const columns = [{ title: 'provider' }, { title: 'name' }, { title: 'key' }]

function printKeys(out: Output, { providers, problem }: Keys): void {
  const rows = providers.map((key) => [key.provider, key.label, fromText(key)])
  for (const line of table(columns, rows, out.columns)) out.line(line)
  if (problem !== null) out.note(`belay: ${oneLine(problem)}`)
}

async function set({ operations, out, json }: Context, provider: string): Promise<undefined> {
  if (process.stdin.isTTY)
    throw usage(
      `the key is read from stdin: belay keys set ${oneLine(provider)} < key.txt, or from a password manager through a pipe`,
    )
  const key = (await readStdin(process.stdin, 'the key')).trim()
  const keys = await (await operations()).setKey(provider, key)
  if (json) out.json(keys)
  else out.line(`The key of ${oneLine(provider)} is kept in credentials.json, for you alone.`)
}

async function remove({ existing, out, json }: Context, provider: string): Promise<undefined> {
  const keys = await (await existing()).removeKey(provider)
  if (json) out.json(keys)
  else out.line(`The key of ${oneLine(provider)} is gone from credentials.json.`)
}

function fromText({ from, variable }: ProviderKey): string {
  if (from === null) return variable === null ? 'none' : `none (or set ${variable})`
  return from.kind === 'file' ? 'credentials.json' : from.variable
}
