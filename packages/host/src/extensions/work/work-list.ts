/**
 * A list of work that people and agents share. Pure. Promises: a change that was made from an older state of an item is refused with what it is
 * now; an item with parts that are left stays; every change is one new list.
 */
import { z } from 'zod'

export const STATUSES = ['open', 'doing', 'blocked', 'done'] as const
export type WorkStatus = (typeof STATUSES)[number]

const workItem = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(STATUSES),
  /** The item that it is a part of; null for one of its own. */
  parent: z.string().nullable(),
  /** Rises with each change of it. */
  revision: z.int(),
})

/** As it is stored. */
export const workList = z.object({ lastId: z.int(), items: z.array(workItem).readonly() })

export type WorkItem = Readonly<z.infer<typeof workItem>>
export type WorkList = Readonly<z.infer<typeof workList>>

export const EMPTY_LIST: WorkList = { lastId: 0, items: [] }
/** More is no list that anybody works through. */
export const MOST_ITEMS = 500
export const MOST_TITLE = 500

export type Changed =
  | { readonly ok: true; readonly list: WorkList; readonly item: WorkItem }
  | { readonly ok: false; readonly message: string }

export function createItem(list: WorkList, { title, parent }: Pick<WorkItem, 'title' | 'parent'>): Changed {
  const wrong = wrongTitle(title)
  if (wrong !== null) return refused(wrong)
  if (list.items.length >= MOST_ITEMS)
    return refused(`there are ${MOST_ITEMS} items, which is the most; remove what is done`)
  if (parent !== null && find(list, parent) === undefined) return refused(missing(list, parent))
  const item = { id: `${list.lastId + 1}`, title: title.trim(), status: 'open', parent, revision: 1 } as const
  return { ok: true, list: { lastId: list.lastId + 1, items: [...list.items, item] }, item }
}

/** `revision` is the one that the change was made from; null where a person changes what they see. */
export function updateItem(
  list: WorkList,
  { id, revision }: { readonly id: string; readonly revision: number | null },
  change: { readonly title?: string | undefined; readonly status?: WorkStatus | undefined },
): Changed {
  const item = find(list, id)
  if (item === undefined) return refused(missing(list, id))
  const stale = staleness(item, revision)
  if (stale !== null) return refused(stale)
  const wrong = change.title === undefined ? null : wrongTitle(change.title)
  if (wrong !== null) return refused(wrong)
  const next = {
    ...item,
    title: change.title?.trim() ?? item.title,
    status: change.status ?? item.status,
    revision: item.revision + 1,
  }
  return { ok: true, list: { ...list, items: list.items.map((one) => (one.id === id ? next : one)) }, item: next }
}

export function removeItem(
  list: WorkList,
  { id, revision }: { readonly id: string; readonly revision: number | null },
): Changed {
  const item = find(list, id)
  if (item === undefined) return refused(missing(list, id))
  const stale = staleness(item, revision)
  if (stale !== null) return refused(stale)
  const parts = list.items.filter(({ parent }) => parent === id)
  if (parts.length > 0)
    return refused(
      `item ${id} has ${parts.length === 1 ? 'a part' : `${parts.length} parts`} (${parts.map((part) => part.id).join(', ')}) and stays`,
    )
  return { ok: true, list: { ...list, items: list.items.filter((one) => one.id !== id) }, item }
}

/** Each item with its parts behind it. */
export function inOrder({ items }: WorkList): readonly { readonly item: WorkItem; readonly depth: number }[] {
  const below = (parent: string | null, depth: number): { readonly item: WorkItem; readonly depth: number }[] =>
    items.filter((item) => item.parent === parent).flatMap((item) => [{ item, depth }, ...below(item.id, depth + 1)])
  return below(null, 0)
}

/** As a model reads it. */
export function listText(list: WorkList): string {
  if (list.items.length === 0) return 'The list is empty.'
  return inOrder(list)
    .map(
      ({ item, depth }) =>
        `${'  '.repeat(depth)}${item.id}. [${item.status}] ${item.title} (revision ${item.revision})`,
    )
    .join('\n')
}

function find({ items }: WorkList, id: string): WorkItem | undefined {
  return items.find((item) => item.id === id)
}

function staleness({ id, title, status, revision }: WorkItem, from: number | null): string | null {
  if (from === null || from === revision) return null
  return `item ${id} was changed since: it is “${title}”, ${status}, revision ${revision} now. Look at it, then try again with that revision`
}

function missing({ items }: WorkList, id: string): string {
  return items.length === 0
    ? `there is no item ${id}; the list is empty`
    : `there is no item ${id}; there are ${items.map((item) => item.id).join(', ')}`
}

function wrongTitle(title: string): string | null {
  if (title.trim() === '') return 'an item needs a title'
  return title.length > MOST_TITLE ? `a title has at most ${MOST_TITLE} characters; this one has ${title.length}` : null
}

function refused(message: string): Changed {
  return { ok: false, message }
}
