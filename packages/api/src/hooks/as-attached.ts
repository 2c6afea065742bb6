/** An attachment as its file has it at this moment: which version runs, what is wrong, what of it the file does not take. */
import type { HookLibrary } from '@belay/host'
import type { Attachment } from '@belay/trace'
import { errorOf, runs, versionOf } from './attachments'

export interface AsAttached {
  readonly hook: Attachment
  /** Where an older version runs: when that was first known to load. */
  readonly versionAt: number | undefined
}

export async function asAttached(library: HookLibrary, attachment: Attachment): Promise<AsAttached> {
  const { unfit: _, ...bare } = attachment
  const now = await (library.attached?.(attachment) ?? library.find(attachment.hook))
  if (now === null) return { hook: { ...bare, version: null, error: GONE }, versionAt: undefined }
  const { unfit, versionAt } = now
  const version = runs(now) ? versionOf(now, attachment.params) : null
  const hook = { ...bare, version, error: errorOf(now), ...(unfit === undefined ? {} : { unfit }) }
  return { hook, versionAt }
}

const GONE = 'it is not in the library any more'

/** What is wrong with it, for who goes by it; null where it is asked as it was attached. */
export function troubleOf({ version, error, unfit }: Attachment): string | null {
  if (error !== null) return version === null ? error : `${error} (its last good version runs)`
  return unfit?.why ?? null
}
