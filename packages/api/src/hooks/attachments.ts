/**
 * Turns what a person asked for (`attach block-commands here, in shadow`) into attachments of a session, checked against
 * the library. A wish that cannot be met is an `OperationError` that says why; nothing is half attached.
 */
import { attachmentVersion, type HookLibrary, type LibraryHook } from '@belay/host'
import {
  type Attachment,
  attachmentId,
  type IdSource,
  isPointId,
  type JsonObject,
  POINTS,
  type PointId,
} from '@belay/trace'
import { type HookSpec, OperationError } from '../operations'
import { didYouMean } from './nearest'

export interface AttachmentParts {
  readonly library: HookLibrary
  readonly ids: IdSource
}

/** `from` is the folder that a relative path of a hook file starts at. */
export async function makeAttachment(parts: AttachmentParts, spec: HookSpec, from: string): Promise<Attachment> {
  const hook = await findHook(parts.library, spec.hook, from)
  const points = checkPoints(hook, spec.points)
  const params = await checkParams(parts.library, hook, spec.params ?? {})
  const attachment: Attachment = {
    id: attachmentId(parts.ids.next('att')),
    hook: hook.slug,
    name: hook.name,
    source: 'library',
    points,
    mode: spec.mode ?? 'enforce',
    onFailure: spec.onFailure ?? hook.onFailure,
    params,
    version: versionOf(hook, params),
    error: errorOf(hook),
  }
  refuseShadowedMemory(attachment)
  return attachment
}

/** At other points it is in shadow, and is not asked at `memory.keep` until it enforces. */
export function refuseShadowedMemory({ mode, points }: Pick<Attachment, 'mode' | 'points'>): void {
  if (mode === 'shadow' && points.every((point) => point === 'memory.keep'))
    throw new OperationError('bad_input', 'A hook at memory.keep alone cannot be shadowed: it edits the history.')
}

export async function findHook(library: HookLibrary, name: string, from: string): Promise<LibraryHook> {
  const hook = await library.find(name, from)
  if (hook === null) {
    const known = (await library.list()).map((one) => one.slug)
    throw new OperationError(
      'bad_input',
      `There is no hook \`${name}\`.${didYouMean(name, known)} \`belay hooks list\` shows all.`,
    )
  }
  if (!runs(hook)) throw new OperationError('bad_input', `The hook \`${name}\` does not load: ${ended(placeOf(hook))}`)
  return hook
}

function placeOf({ error }: LibraryHook): string {
  if (error === null) return ''
  const place = [error.file, error.line].filter((part) => part !== null).join(':')
  return place === '' ? error.message : `${place}: ${error.message}`
}

/** What a hook says of itself may end as it likes. */
function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** In the order in which the hook lists them, each once. */
export function checkPoints(hook: LibraryHook, wanted: readonly PointId[] | undefined): readonly PointId[] {
  if (wanted === undefined) return hook.points
  for (const point of wanted) {
    if (!isPointId(point))
      throw new OperationError(
        'bad_input',
        `There is no point \`${String(point)}\`.${didYouMean(String(point), POINTS)}`,
      )
    if (!hook.points.includes(point))
      throw new OperationError(
        'bad_input',
        `\`${hook.slug}\` cannot stand at ${point}; it can at ${hook.points.join(', ')}.`,
      )
  }
  if (wanted.length === 0)
    throw new OperationError('bad_input', `\`${hook.slug}\` needs at least one point to stand at.`)
  // What it hears at one point it judges by at another.
  return hook.together === true ? hook.points : hook.points.filter((point) => wanted.includes(point))
}

export async function checkParams(library: HookLibrary, hook: LibraryHook, params: JsonObject): Promise<JsonObject> {
  const checked = await library.checkParams(hook, params)
  if (!checked.ok)
    throw new OperationError('bad_input', `The parameters of \`${hook.slug}\` do not fit: ${ended(checked.message)}`)
  return checked.params
}

export function versionOf(hook: LibraryHook, params: JsonObject): string | null {
  return hook.version === null ? null : attachmentVersion(hook.version, params)
}

export function insertAt(
  hooks: readonly Attachment[],
  hook: Attachment,
  position: number | undefined,
): readonly Attachment[] {
  const place = Math.max(0, Math.min(position ?? hooks.length, hooks.length))
  return [...hooks.slice(0, place), hook, ...hooks.slice(place)]
}

/** Whether there is code of it to be asked: of the file, or of its last good version while the file has an error. */
export function runs({ version, error }: Pick<LibraryHook, 'version' | 'error'>): boolean {
  return error === null || version !== null
}

/** What is wrong with its file, or null. */
export function errorOf(hook: LibraryHook): string | null {
  return hook.error === null ? null : placeOf(hook)
}
