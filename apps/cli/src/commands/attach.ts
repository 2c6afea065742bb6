/** `belay attach`: hooks, a set of them or those of another session. All of what is named is attached, or nothing. */
import type { HookSpec, SetSource } from '@belay/api'
import type { Attachment, Composition, FailurePolicy, SessionId } from '@belay/trace'
import { type Command, Option } from 'commander'
import { attachAll } from '../attach-all'
import type { Context } from '../context'
import { usage } from '../failure'
import { readHookArgument } from '../input/hook-argument'
import { policies } from '../input/hook-options'
import { readCount } from '../input/numbers'
import { readPoint } from '../input/point'
import { attachedLine } from '../print/attached'
import { oneLine } from '../print/text'
import type { Start } from '../start'

interface AttachOptions {
  readonly shadow?: true
  readonly at?: readonly string[]
  readonly position?: number
  readonly onFailure?: FailurePolicy
  readonly set?: string
  readonly from?: string
  readonly replace?: true
}

/** More hooks than anybody has. */
const MOST_PLACES = 10_000

export function addAttach(program: Command, start: Start): void {
  program
    .command('attach')
    .description('attach hooks to a session, a set of hooks, or the hooks of another session')
    .argument('<session>')
    .argument('[hook...]', 'slugs or files, with :{…} parameters; asked in this order')
    .option('--shadow', 'ask them and obey them in nothing')
    .option('--at <point>', 'only at this point; may stand several times', collect)
    .option('--position <place>', 'place in the asking order, from 1; last by default', place)
    .addOption(new Option('--on-failure <policy>', 'what it means when one does not answer').choices(policies))
    .option('--set <name>', 'the hooks of this set')
    .option('--from <session>', 'the hooks of this session')
    .option('--replace', 'with --set or --from: in the place of all hooks that are attached')
    .action((session: string, hooks: string[], options: AttachOptions, self: Command) =>
      start(self, (context) => attach(context, session as SessionId, { hooks, options })),
    )
}

const place = readCount('--position', 1, MOST_PLACES)
const collect = (text: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), text]

interface Asked {
  readonly hooks: readonly string[]
  readonly options: AttachOptions
}

async function attach(context: Context, session: SessionId, asked: Asked): Promise<undefined> {
  const source = readSource(asked)
  const specs = source === null ? await readSpecs(context, asked) : []
  const operations = await context.existing()
  const before = await operations.composition(session)
  const after =
    source === null
      ? await attachAll(operations, session, specs)
      : await operations.attachSet(session, { from: source, replace: asked.options.replace })
  print(context, session, { before, after })
}

/** The set or session whose hooks are meant; null where hooks are named. */
function readSource({ hooks, options }: Asked): SetSource | null {
  const { set, from, replace, shadow, at, position, onFailure } = options
  const many = [hooks.length > 0, set !== undefined, from !== undefined].filter(Boolean).length
  if (many !== 1) throw usage('name hooks to attach, or a set with --set, or a session with --from')
  if (hooks.length > 0) {
    if (replace === true) throw usage('--replace goes with --set or --from')
    return null
  }
  if ([shadow, at, position, onFailure].some((option) => option !== undefined)) {
    throw usage('--shadow, --at, --position and --on-failure go with hooks: what a set has of them, it says itself')
  }
  return set === undefined ? { session: from as SessionId } : { set }
}

async function readSpecs({ cwd }: Context, { hooks, options }: Asked): Promise<readonly HookSpec[]> {
  const { shadow, at, position, onFailure } = options
  const points = at === undefined ? undefined : await Promise.all(at.map(readPoint))
  return hooks.map((text, index) => {
    const { hook, params } = readHookArgument(text, cwd)
    return {
      ...{ hook, params: params ?? undefined, mode: shadow === true ? 'shadow' : 'enforce', onFailure, points },
      position: position === undefined ? undefined : position - 1 + index,
    }
  })
}

interface Done {
  readonly before: Composition
  readonly after: Composition
}

function print({ out, json }: Context, session: SessionId, { before, after }: Done): void {
  const attached = without(after.hooks, before.hooks)
  const detached = without(before.hooks, after.hooks)
  if (json) {
    out.json({ session, attached, detached, composition: after })
    return
  }
  for (const hook of attached) out.line(attachedLine(hook, after.hooks))
  for (const hook of detached) out.line(`${oneLine(hook.name)} is not attached any more.`)
  if (attached.length + detached.length > 0) return
  out.line(
    before.hash === after.hash
      ? 'Nothing was changed: all of these hooks are attached already.'
      : 'The same hooks are attached as before, as the set has them.',
  )
}

function without(hooks: readonly Attachment[], others: readonly Attachment[]): readonly Attachment[] {
  return hooks.filter((hook) => !others.some((other) => other.id === hook.id))
}
