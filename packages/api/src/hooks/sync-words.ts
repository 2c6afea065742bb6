/** What changed about the hooks of a session without anybody touching the session, in words for its record. */
import type { Attachment } from '@belay/trace'
import { bringerOf, calledOf, isBrought } from './brought'

export interface Now {
  readonly hook: Attachment
  /** Where an older version runs: when that was first known to load. */
  readonly times?: { readonly versionAt?: number | undefined }
}

export function wordsOf(before: readonly Attachment[], after: readonly Now[]): string {
  const ids = new Map(before.map((hook) => [hook.id, hook]))
  const changed = after.flatMap((now) => wordsFor(ids.get(now.hook.id), now))
  const left = before.filter(({ id }) => !after.some(({ hook }) => hook.id === id))
  const gone = left.map((hook) => `${bringerOf(hook)} does not bring ${hook.hook} any more`)
  const words = [...new Set([...changed, ...gone])]
  return words.length === 0 ? 'the hooks were brought into their order' : words.join('; ')
}

function wordsFor(before: Attachment | undefined, { hook, times }: Now): readonly string[] {
  const called = fileOf(hook)
  const wrong = isNews(before, hook) ? [wordsOfWrong(called, hook, times)] : []
  if (before === undefined) return [`${bringerOf(hook)} brings ${hook.hook}`, ...wrong]
  if (wrong.length > 0) return wrong
  if (hook.version !== before.version) return [`${called} was edited`]
  if (before.error !== null && hook.error === null) return [`${called} loads again`]
  return hook.points.join() === before.points.join() ? [] : [`${called} stands at ${hook.points.join(', ')}`]
}

/** Something is wrong with it that was not wrong before. */
function isNews(before: Attachment | undefined, { error, unfit }: Attachment): boolean {
  if (error !== null) return error !== before?.error
  return unfit !== undefined && unfit.why !== before?.unfit?.why
}

function wordsOfWrong(called: string, { version, error, unfit }: Attachment, times: Now['times']): string {
  if (error === null) return `${called} was edited: ${unfit?.why}`
  if (version === null) return `${called} does not load: ${error}`
  const at = times?.versionAt
  const which = at === undefined ? 'the version before' : `its version of ${timeOf(at)}`
  return `${called} has an error (${error}); ${which} goes on running`
}

/** Two hooks of one file of a program are edited together. */
function fileOf(hook: Attachment): string {
  return isBrought(hook) && hook.source === 'program' ? `${hook.hook.replace(/\.\w+$/, '')}.ts` : calledOf(hook)
}

/** As the clock on the wall says it: `2026-11-30 21:43`. */
function timeOf(at: number): string {
  const date = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
