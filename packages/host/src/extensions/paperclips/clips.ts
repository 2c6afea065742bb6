/**
 * Paperclips: what got in a model's way, for a person to triage. Pure. Promises: what is filed twice is one paperclip that counts; what a person
 * settled and that comes again is open again; every change is one new list.
 */
import { z } from 'zod'

export const COSTS = ['small', 'time', 'stuck'] as const
export type ClipCost = (typeof COSTS)[number]
export type ClipState = 'open' | 'accepted' | 'mended' | 'dismissed'

const clip = z.object({
  id: z.string(),
  /** What is in the way, in one line. */
  title: z.string(),
  /** What was tried, what came of it, what would help. */
  detail: z.string(),
  cost: z.enum(COSTS),
  state: z.enum(['open', 'accepted', 'mended', 'dismissed']),
  /** What the person said to it; empty where nothing. */
  answer: z.string(),
  /** How often it was filed. */
  times: z.int(),
  /** Epoch milliseconds of the last time. */
  at: z.number(),
})

/** As it is stored. */
export const clipList = z.object({ lastId: z.int(), clips: z.array(clip).readonly() })
export type Clip = Readonly<z.infer<typeof clip>>
export type ClipList = Readonly<z.infer<typeof clipList>>

export const EMPTY_CLIPS: ClipList = { lastId: 0, clips: [] }
/** More nobody triages; the person is told so by the model, which is refused. */
const MOST_CLIPS = 300
export const MOST_CLIP_TITLE = 200
export const MOST_CLIP_DETAIL = 4_000

export type ClipChange =
  | { readonly ok: true; readonly list: ClipList; readonly clip: Clip }
  | { readonly ok: false; readonly message: string }

export interface Filed extends Pick<Clip, 'title' | 'detail' | 'cost'> {
  readonly at: number
}

export function fileClip(list: ClipList, { title, detail, cost, at }: Filed): ClipChange {
  const line = title.replace(/\s+/g, ' ').trim()
  if (line === '') return { ok: false, message: 'a paperclip needs a title: what is in the way' }
  const same = list.clips.find((one) => one.title.toLowerCase() === line.toLowerCase())
  if (same !== undefined) return again(list, same, { detail: detail.trim(), cost, at })
  if (list.clips.length >= MOST_CLIPS)
    return { ok: false, message: `there are ${MOST_CLIPS} paperclips, which is the most: a person has to clear some` }
  const id = `${list.lastId + 1}`
  const made: Clip = { id, title: line, detail: detail.trim(), cost, state: 'open', answer: '', times: 1, at }
  return { ok: true, list: { lastId: list.lastId + 1, clips: [...list.clips, made] }, clip: made }
}

/** What a person dismissed stays so. */
function again(list: ClipList, same: Clip, { detail, cost, at }: Omit<Filed, 'title'>): ClipChange {
  const state = same.state === 'mended' ? 'open' : same.state
  const worse = COSTS.indexOf(cost) > COSTS.indexOf(same.cost) ? cost : same.cost
  const next = { ...same, state, cost: worse, detail: detail === '' ? same.detail : detail, times: same.times + 1, at }
  return replaced(list, next)
}

export function settleClip(list: ClipList, id: string, change: Partial<Pick<Clip, 'state' | 'answer'>>): ClipChange {
  const found = list.clips.find((one) => one.id === id)
  return found === undefined ? missing(list, id) : replaced(list, { ...found, ...change })
}

export function removeClip(list: ClipList, id: string): ClipChange {
  const found = list.clips.find((one) => one.id === id)
  if (found === undefined) return missing(list, id)
  return { ok: true, list: { ...list, clips: list.clips.filter((one) => one !== found) }, clip: found }
}

export function clipsText({ clips }: ClipList): string {
  if (clips.length === 0) return 'No paperclip is filed.'
  return clips
    .map(
      ({ id, state, title, answer }) => `${id}. [${state}] ${title}${answer === '' ? '' : ` – the person: ${answer}`}`,
    )
    .join('\n')
}

function replaced(list: ClipList, next: Clip): ClipChange {
  return { ok: true, list: { ...list, clips: list.clips.map((one) => (one.id === next.id ? next : one)) }, clip: next }
}

function missing({ clips }: ClipList, id: string): ClipChange {
  const there = clips.length === 0 ? 'none is filed' : `there are ${clips.map((one) => one.id).join(', ')}`
  return { ok: false, message: `there is no paperclip ${id}; ${there}` }
}
