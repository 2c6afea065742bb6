/**
 * `t.store`: whose values they are, and what is refused. A hook that is tried out has a copy of its own: what it wrote, over
 * what is really there.
 */
import type { Hook } from '@belay/hooks'
import type { Json } from '@belay/trace'
import type { HookKeyValues } from '../ports'

/** Keys of one program or library hook (`hooks.md` §6). */
export const MOST_KEYS = 1_000
/** 256 KB of a value as JSON in UTF-8. */
const MOST_BYTES = 262_144

export interface StoreUser {
  readonly hook: Pick<Hook, 'name' | 'source' | 'attached'>
  readonly program: string | null
  /** What it writes goes to a copy of its own. */
  readonly scratch: boolean
}

export function readStore(values: HookKeyValues, user: StoreUser, key: string): Json {
  const own = user.scratch ? values.get(copyOf(user), key) : undefined
  return own ?? (own === null ? null : (values.get(ownerOf(user), key) ?? null))
}

/** `null` takes the key away: an unwritten one is `null`. */
export function writeStore(
  values: HookKeyValues,
  user: StoreUser,
  { key, value }: { readonly key: string; readonly value: Json },
): null {
  if (bytesOf(JSON.stringify(value)) > MOST_BYTES) {
    throw new Error(
      `t.store.set was refused: the value for ${JSON.stringify(key)} is larger than 256 KB. Nothing was written`,
    )
  }
  const owner = user.scratch ? copyOf(user) : ownerOf(user)
  if (value === null && !user.scratch) values.remove(owner, key)
  else if (!values.set(owner, key, value)) {
    throw new Error(
      `t.store.set was refused: ${user.hook.name} has ${MOST_KEYS} keys, which is the most. Nothing was written`,
    )
  }
  return null
}

/** A program's hooks share one store; a library hook has one wherever it is attached. */
function ownerOf({ hook, program }: StoreUser): string {
  if (hook.source === 'program' && program !== null) return `program ${program}`
  return `${hook.source} ${hook.attached?.hook ?? hook.name}`
}

function copyOf(user: StoreUser): string {
  return `tried out: ${ownerOf(user)}`
}

function bytesOf(text: string): number {
  let bytes = 0
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}
