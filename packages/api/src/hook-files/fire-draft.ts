/** A text fired on an event, as `fire` does it with hooks of the library: nothing is saved, nothing changes. */
import type { HookDraft } from '@belay/host'
import { type Attachment, attachmentId, type JsonObject } from '@belay/trace'
import type { DraftFire, DraftFired, HookProblem } from '../contract/hook-files'
import { type AskParts, askAbout, type FireParts } from '../hooks/fire'
import { existingFolder } from '../sessions/workspace'
import { openDraft, problemsOf } from './drafts'
import type { OwnFilesParts } from './own-files'

export interface FireDraftParts extends OwnFilesParts, AskParts, Pick<FireParts, 'ids'> {}

/** Who tries something out looks at it meanwhile: a hook that takes longer is better tried in a turn. */
const LONGEST_MS = 10_000

export async function fireDraft(parts: FireDraftParts, request: DraftFire, signal: AbortSignal): Promise<DraftFired> {
  const draft = await openDraft(parts, request.slug, request.text)
  const problems = await misfits(draft, request)
  if (problems.length > 0) return { ok: false, problems }
  const attachment = attachmentOf(parts, draft, request)
  const hook = await draft.load(attachment)
  const outcome = await askAbout(parts, {
    ...{ point: request.point, event: request.event, session: request.session ?? null, signal },
    ...{ rewrites: 'first', stopAtFirstBlock: false },
    attached: [attachment],
    hooks: [{ ...hook, timeoutMs: Math.min(hook.timeoutMs, LONGEST_MS) }],
    workspace: request.workspace === null ? process.cwd() : existingFolder(request.workspace),
  })
  return { ok: true, outcome }
}

async function misfits(draft: HookDraft, { point, params }: DraftFire): Promise<readonly HookProblem[]> {
  const { hook } = draft
  if (hook.error !== null) return problemsOf(hook)
  const whole = (message: string): readonly HookProblem[] => [
    { file: hook.file, line: null, column: null, severity: 'error', message },
  ]
  if (!hook.points.includes(point)) return whole(`It does not stand at ${point}, only at ${hook.points.join(', ')}.`)
  const checked = await draft.checkParams(params)
  return checked.ok ? [] : whole(`Its parameters do not fit: ${checked.message}`)
}

function attachmentOf({ ids }: FireDraftParts, { hook }: HookDraft, request: DraftFire): Attachment {
  const { slug, name, onFailure, version } = hook
  const { point, params }: { point: DraftFire['point']; params: JsonObject } = request
  return {
    ...{ id: attachmentId(ids.next('att')), hook: slug, name, source: 'library', points: [point], mode: 'enforce' },
    ...{ onFailure, params, version, error: null },
  }
}
