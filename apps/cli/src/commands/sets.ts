/** `belay sets`: hooks under a name, to be attached in one go, and as files for other machines. */
import type { HookSet, Operations } from '@belay/api'
import type { SessionId } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import { openDraft } from '../draft-file'
import { EXIT, usage } from '../failure'
import { findAttached } from '../input/attached'
import { readTextFile } from '../input/text-file'
import { didYouMean } from '../nearest'
import { printSet, printSets } from '../print/sets'
import { oneLine } from '../print/text'
import { readFailure } from '../report'
import type { Start } from '../start'
import { refuseUnknown } from './excess'

interface SaveOptions {
  readonly hook?: readonly string[]
  readonly description?: string
  readonly replace?: true
}

export function addSets(program: Command, start: Start): void {
  const sets = program.command('sets').description('sets of hooks: list, save, share')
  sets
    .command('list', { isDefault: true })
    .description('every set, those that ship with Belay first')
    .allowExcessArguments()
    .action((_: unknown, self: Command) => {
      refuseUnknown(self)
      return start(self, list)
    })
  sets
    .command('show')
    .description('one set: its hooks with their parameters')
    .argument('<set>')
    .action((name: string, _: unknown, self: Command) => start(self, (context) => show(context, name)))
  addSave(sets, start)
  sets
    .command('delete')
    .description('forget a set; sessions keep the hooks that it gave them')
    .argument('<set>')
    .action((name: string, _: unknown, self: Command) => start(self, (context) => remove(context, name)))
  addFiles(sets, start)
}

function addSave(sets: Command, start: Start): void {
  sets
    .command('save')
    .description('save the hooks of a session as a set')
    .argument('<set>', 'its name')
    .argument('<session>')
    .option('--hook <hook>', 'only this one, as for detach; may stand several times', collect)
    .option('--description <text>', 'what it is for')
    .option('--replace', 'take the place of a set of that name')
    .action((name: string, session: string, options: SaveOptions, self: Command) =>
      start(self, (context) => save(context, { name, session: session as SessionId, options })),
    )
}

const collect = (text: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), text]

function addFiles(sets: Command, start: Start): void {
  sets
    .command('export')
    .description('a set as a file, without secrets')
    .argument('<set>')
    .option('-o, --output <file>', 'where to; what is there is replaced. Standard output by default')
    .action((name: string, { output }: { output?: string }, self: Command) =>
      start(self, (context) => exportSet(context, name, output)),
    )
  sets
    .command('import')
    .description('save the set that a file holds')
    .argument('<file>', '- for standard input')
    .option('--replace', 'take the place of a set of that name')
    .action((file: string, { replace }: { replace?: true }, self: Command) =>
      start(self, (context) => importSet(context, file, replace)),
    )
}

async function list({ existing, out, json }: Context): Promise<undefined> {
  const sets = await (await existing()).hookSets()
  if (json) out.json(sets)
  else printSets(out, sets)
}

async function show({ existing, out, json }: Context, name: string): Promise<undefined> {
  const sets = await (await existing()).hookSets()
  const set = sets.find((one) => one.name === name)
  if (set === undefined) {
    const names = sets.map((one) => one.name)
    throw usage(`there is no set ${name}${didYouMean(name, names)}; there are ${names.join(', ')}`)
  }
  if (json) out.json(set)
  else printSet(out, set)
}

interface Saving {
  readonly name: string
  readonly session: SessionId
  readonly options: SaveOptions
}

async function save({ existing, cwd, out, json }: Context, { name, session, options }: Saving): Promise<undefined> {
  const operations = await existing()
  const { hook: named, description, replace } = options
  const { hooks } = await operations.composition(session)
  const attachments = named?.map((one) => findAttached(hooks, one, cwd).id)
  const set = await operations.saveHookSet({ name, description, session, attachments, replace })
  if (json) out.json(set)
  else out.line(`${oneLine(set.name)} is saved: ${namesOf(set)}.`)
}

function namesOf({ hooks }: HookSet): string {
  return oneLine(hooks.map(({ hook }) => hook).join(', '))
}

async function remove({ existing, out, json }: Context, name: string): Promise<undefined> {
  await (await existing()).deleteHookSet(name)
  if (json) out.json({ set: name, deleted: true })
  else out.line(`${oneLine(name)} is deleted.`)
}

async function exportSet(context: Context, name: string, file: string | undefined): Promise<undefined> {
  const { existing, out, json } = context
  const text = await (await existing()).exportHookSet(name)
  if (file === undefined || file === '-') return void out.print(text)
  const draft = await openDraft(file, context)
  try {
    await draft.write(text)
    await draft.keep()
  } catch (error) {
    await draft.drop()
    throw error
  }
  if (json) out.json({ set: name, file: draft.path })
  else out.line(`${oneLine(name)} is in ${oneLine(draft.path)}.`)
}

async function importSet(context: Context, file: string, replace: true | undefined): Promise<undefined> {
  const { operations, cwd, out, json } = context
  const text = await readTextFile(file, cwd)
  const set = await readSet(await operations(), { file, text, replace })
  if (json) return void out.json(set)
  out.line(`${oneLine(set.name)} is saved: ${namesOf(set)}.`)
  const known = set.missing.length === 0 ? [] : await (await operations()).library()
  const slugs = known.map(({ slug }) => slug)
  for (const hook of set.missing)
    out.note(`There is no hook ${oneLine(hook)} here${didYouMean(hook, slugs)}: the set can be attached once there is.`)
  for (const problem of set.problems) out.note(oneLine(problem))
}

interface SetFile {
  readonly file: string
  readonly text: string
  readonly replace: true | undefined
}

/** What is wrong with the file is said under its name. */
async function readSet(operations: Operations, { file, text, replace }: SetFile): Promise<HookSet> {
  try {
    return await operations.importHookSet(text, { replace })
  } catch (error) {
    const { exit, sentence } = readFailure(error)
    throw exit === EXIT.usage && sentence !== null ? usage(`${file === '-' ? 'stdin' : file}: ${sentence}`) : error
  }
}
