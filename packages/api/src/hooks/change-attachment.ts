/** What a person changes about one attached hook: its place, points, mode, policy and parameters, and what that is called. */
import type { Attachment, FailurePolicy, PointId } from '@belay/trace'
import { type AttachmentChange, OperationError } from '../operations'
import { asAttached } from './as-attached'
import {
  type AttachmentParts,
  checkParams,
  checkPoints,
  findHook,
  insertAt,
  refuseShadowedMemory,
  versionOf,
} from './attachments'
import { calledOf, refuseChange, refuseDetaching } from './brought'
import { canonical } from './composition'
import type { Edit } from './edit-hooks'

/** A change that the library has looked at. */
export interface CheckedChange extends Omit<AttachmentChange, 'params'> {
  readonly params?: Pick<Attachment, 'params' | 'version'>
  /** As its file has it after the change, where the file did not take all of it before. */
  readonly mended?: Pick<Attachment, 'version' | 'error' | 'unfit'>
}

/** What has to be asked of the library before a change; then `changeAttachment` is made at once, on what is attached then. */
export async function checkChange(
  { library }: Pick<AttachmentParts, 'library'>,
  before: Attachment,
  wanted: AttachmentChange,
): Promise<CheckedChange> {
  const { params, points, ...change } = wanted
  refuseChange(before, { params, points, onFailure: change.onFailure }, 0)
  const leaves = points?.length === 0
  if (leaves || (params === undefined && points === undefined)) return { ...change, points }
  const hook = await findHook(library, before.hook, '/')
  if (hook.together === true && points !== undefined && hook.points.some((point) => !points.includes(point)))
    throw new OperationError(
      'bad_input',
      `\`${hook.slug}\` stands at all of its points or at none: it judges at one by what it hears at another.`,
    )
  const checked = params === undefined ? undefined : await checkParams(library, hook, params)
  const stands = points === undefined ? undefined : checkPoints(hook, points)
  const after = { ...before, points: stands ?? before.points, params: checked ?? before.params }
  return {
    ...change,
    points: stands,
    ...(checked === undefined ? {} : { params: { params: checked, version: versionOf(hook, checked) } }),
    ...(before.unfit === undefined ? {} : { mended: loadedAs((await asAttached(library, after)).hook) }),
  }
}

function loadedAs({ version, error, unfit }: Attachment): NonNullable<CheckedChange['mended']> {
  return unfit === undefined ? { version, error } : { version, error, unfit }
}

export function changeAttachment(hooks: readonly Attachment[], id: string, change: CheckedChange): Edit {
  const before = findAttachment(hooks, id)
  if (change.points?.length === 0) return detach(hooks, id)
  const after = changed(before, change)
  refuseShadowedMemory(after)
  const place = hooks.indexOf(before)
  refuseChange(before, { position: change.position }, place)
  const others = hooks.filter((hook) => hook !== before)
  const result = insertAt(others, after, change.position ?? place)
  const clauses = describe(before, after, { from: place, to: result.indexOf(after) })
  return {
    hooks: result,
    name: clauses.map((clause) => clause.name).join(', '),
    change: clauses.map((clause) => clause.change).join('; '),
  }
}

export function detach(hooks: readonly Attachment[], id: string): Edit {
  const found = findAttachment(hooks, id)
  refuseDetaching(found)
  const { name } = found
  return { hooks: hooks.filter((hook) => hook.id !== id), name: `detach ${name}`, change: `${name} was detached` }
}

export function findAttachment(hooks: readonly Attachment[], id: string): Attachment {
  const found = hooks.find((hook) => hook.id === id)
  if (found === undefined) throw new OperationError('not_found', 'That hook is not attached to this session any more.')
  return found
}

/** Parameters that are as they were bring no other version along: an edited file is picked up at the next turn. */
export function changed(
  before: Attachment,
  { mode, onFailure, points, params, mended }: Omit<CheckedChange, 'position'>,
): Attachment {
  const isOther = params !== undefined && canonical(params.params) !== canonical(before.params)
  const stays =
    points === undefined || (without(points, before.points).length === 0 && points.length === before.points.length)
  const { unfit: was, ...bare } = before
  const { unfit, ...loaded } = mended ?? { unfit: was }
  return {
    ...bare,
    mode: mode ?? before.mode,
    onFailure: onFailure ?? before.onFailure,
    points: stays ? before.points : points,
    ...(isOther ? params : {}),
    ...loaded,
    ...(unfit === undefined ? {} : { unfit }),
  }
}

type Clause = Pick<Edit, 'name' | 'change'>

function describe(before: Attachment, after: Attachment, place: { readonly from: number; readonly to: number }) {
  const name = calledOf(before)
  const clauses: Clause[] = []
  const add = (clause: Clause) => clauses.push(clause)
  const moved = describePoints(before, after)
  if (moved !== null) add(moved)
  else if (place.from !== place.to)
    add({ name: `move ${name} to place ${place.to + 1}`, change: `${name} was moved to place ${place.to + 1}` })
  if (after.mode !== before.mode) add(describeMode(before, after))
  if (after.onFailure !== before.onFailure)
    add({ name: POLICY[after.onFailure](name), change: `${name} now fails ${after.onFailure}` })
  if (after.params !== before.params)
    add({ name: `change the parameters of ${name}`, change: `the parameters of ${name} were changed` })
  return clauses
}

/** From shadow to enforce has a word of its own: it was tried out, and is obeyed from now on. */
function describeMode(attachment: Attachment, { mode: after }: Attachment): Clause {
  const [name, before] = [calledOf(attachment), attachment.mode]
  if (before === 'shadow' && after === 'enforce')
    return { name: `promote ${name} to enforce`, change: `${name} was promoted from shadow to enforce` }
  return { name: `set ${name} to ${after}`, change: `${name} was set to ${after}` }
}

const POLICY: Readonly<Record<FailurePolicy, (name: string) => string>> = {
  open: (name) => `let ${name} fail open`,
  closed: (name) => `let ${name} fail closed`,
  replay: (name) => `let ${name} replay its last answer`,
}

/** Null where it stands where it stood. */
function describePoints({ name, points: before }: Attachment, { points: after }: Attachment): Clause | null {
  const [added, removed] = [without(after, before), without(before, after)]
  if (added.length === 0 && removed.length === 0) return null
  if (added.length === 0)
    return {
      name: `remove ${name} from ${removed.join(', ')}`,
      change: `${name} was removed from ${removed.join(', ')}`,
    }
  const verb = removed.length === 0 ? ['add', 'added'] : ['move', 'moved']
  return {
    name: `${verb[0]} ${name} to ${added.join(', ')}`,
    change: `${name} was ${verb[1]} to ${added.join(', ')}`,
  }
}

function without(points: readonly PointId[], others: readonly PointId[]): readonly PointId[] {
  return points.filter((point) => !others.includes(point))
}
