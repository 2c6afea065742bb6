'use client'
/** The file of a hook as it is now: whether it loads, whether an older version of it runs, and where the mistake is. */
import { goneText, isBrought, isGone } from '@belay/canvas'
import type { Attachment } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import type { LibraryHook, Program } from '../../lib/api'
import { libraryQuery, programsQuery } from '../../lib/queries'
import { isBroken, isStale } from '../../lib/view/load-error'

export interface HookFile {
  /** As the library has it now; null while that is read, where it is gone, and for what a program or an extension brought. */
  readonly known: LibraryHook | null
  readonly state: 'fine' | 'stale' | 'broken' | 'unfit'
  readonly message: string | null
  readonly file: string | null
  readonly line: number | null
  /** Since when the version that runs is known. */
  readonly versionAt: number | undefined
}

export function useHookFile(hook: Attachment): HookFile {
  const brought = isBrought(hook)
  const { data: library } = useQuery(libraryQuery)
  const { data: programs } = useQuery({ ...programsQuery, enabled: hook.source === 'program' })
  const known = brought ? null : (library?.find(({ slug }) => slug === hook.hook) ?? null)
  if (isGone(hook, library ?? [])) return { ...NOTHING, state: 'broken', message: goneText(hook) }
  const now = known ?? ofProgram(programs, hook)
  if (hook.unfit !== undefined && (now === null || now.error === null)) {
    const { file = null } = now ?? {}
    return { ...NOTHING, known, state: 'unfit', message: hook.unfit.why, file }
  }
  const { error, version } = now ?? hook
  const place = now?.error ?? null
  return {
    known,
    state: isBroken({ error, version }) ? 'broken' : isStale({ error, version }) ? 'stale' : 'fine',
    message: place?.message ?? hook.error,
    file: place?.file ?? null,
    line: place?.line ?? null,
    versionAt: now?.versionAt,
  }
}

const NOTHING = { known: null, file: null, line: null, versionAt: undefined }

function ofProgram(programs: readonly Program[] | undefined, { hook, points }: Attachment) {
  const name = hook.slice(0, Math.max(0, hook.lastIndexOf('/')))
  const program = programs?.find((one) => one.name === name)
  return program?.hooks.find(({ point }) => points.includes(point)) ?? null
}
