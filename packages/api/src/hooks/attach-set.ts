/** Attaches the hooks of a set, or of another session, in one edit. Promises: all of them or none. */
import type { Attachment, Composition, IdSource, SessionId } from '@belay/trace'
import type { AttachSetRequest, SetSource } from '../contract/composing'
import { type HookSpec, OperationError } from '../operations'
import { makeAttachment } from './attachments'
import { isBrought } from './brought'
import { canonical } from './composition'
import { type Edit, editHooks } from './edit-hooks'
import { findSet, missingOf, type SetParts, specOf } from './hook-sets'

export interface AttachSetParts extends SetParts {
  readonly ids: IdSource
}

export async function attachSet(
  parts: AttachSetParts,
  id: SessionId,
  { from, replace = false }: AttachSetRequest,
): Promise<Composition> {
  const { workspace } = parts.sessions.record(id)
  const source = sourceOf(parts, from)
  const made = (await makeAll(parts, source, workspace)).map((hook) =>
    'set' in from ? { ...hook, set: from.set } : hook,
  )
  return editHooks(parts.sessions.runner(id), (hooks) =>
    replace ? replaceAll(hooks, made, source.called) : addBehind(hooks, made, source.called),
  )
}

interface Source {
  readonly hooks: readonly HookSpec[]
  /** `the set careful`, `the hooks of Clean up`. */
  readonly called: string
}

/** Enough of a title to know it by. */
const MOST_TITLE = 40

function sourceOf(parts: AttachSetParts, from: SetSource): Source {
  if ('set' in from) {
    const { name, hooks } = findSet(parts, from.set)
    return { hooks, called: `the set ${name}` }
  }
  const { title } = parts.sessions.record(from.session)
  const short = title.length > MOST_TITLE ? `${title.slice(0, MOST_TITLE - 1).trimEnd()}…` : title
  const { hooks } = parts.sessions.runner(from.session).composition()
  return { hooks: hooks.filter((hook) => hook.source === 'library').map(specOf), called: `the hooks of ${short}` }
}

async function makeAll(parts: AttachSetParts, source: Source, workspace: string): Promise<readonly Attachment[]> {
  const missing = await missingOf(parts, source.hooks)
  if (missing.length > 0)
    throw nothingAttached(
      `${source.called} ${source.called.startsWith('the set') ? 'needs' : 'need'} ${listOf(missing)}, which ${missing.length === 1 ? 'is' : 'are'} not in the library here.`,
    )
  const made: Attachment[] = []
  for (const spec of source.hooks) {
    try {
      made.push(await makeAttachment(parts, spec, workspace))
    } catch (error) {
      throw error instanceof OperationError ? nothingAttached(error.message) : error
    }
  }
  return made
}

function nothingAttached(why: string): OperationError {
  return new OperationError('bad_input', `Nothing was attached: ${why}`)
}

function listOf(hooks: readonly string[]): string {
  return hooks.map((hook) => `\`${hook}\``).join(', ')
}

function addBehind(hooks: readonly Attachment[], made: readonly Attachment[], called: string): Edit {
  const added = pair(hooks, made).flatMap(({ hook, there }) => (there === null ? [hook] : []))
  return {
    hooks: [...hooks, ...added],
    name: `attach ${called}`,
    change: `${called} ${called.startsWith('the set') ? 'was' : 'were'} attached: ${namesOf(added)}`,
  }
}

/** What was there already stays the attachment that it is, with the mode and policy that the set gives it. What was brought stays. */
function replaceAll(hooks: readonly Attachment[], made: readonly Attachment[], called: string): Edit {
  const all = pair(hooks, made).map(({ hook, there }) => (there === null ? hook : { ...hook, id: there.id }))
  return {
    hooks: [...hooks.filter(isBrought), ...all],
    name: `replace all hooks by ${called}`,
    change: `${called} took the place of all hooks: ${namesOf(all)}`,
  }
}

function namesOf(hooks: readonly Attachment[]): string {
  return hooks.length === 0 ? 'none' : hooks.map((hook) => hook.name).join(', ')
}

/** Each hook of a set with the attached one that it is the same as; one that is attached stands for one of the set. */
function pair(hooks: readonly Attachment[], made: readonly Attachment[]) {
  const free = [...hooks]
  return made.map((hook) => {
    const at = free.findIndex((one) => keyOf(one) === keyOf(hook))
    return { hook, there: at < 0 ? null : (free.splice(at, 1)[0] ?? null) }
  })
}

function keyOf({ hook, points, params }: Attachment): string {
  return canonical([hook, [...points].sort(), params])
}
