/** Hooks that come with a program, an extension or `hooks.json`: they stand where it says, and a person only switches them. */
import type { Attachment } from '@belay/trace'

type Brought = Pick<Attachment, 'source' | 'hook'>

export function isBrought({ source }: Pick<Attachment, 'source'>): boolean {
  return source === 'program' || source === 'extension' || source === 'command'
}

/** `the program careful`, `the extension cells`, `hooks.json`. */
export function bringerOf({ source, hook }: Brought): string {
  if (source === 'command') return 'hooks.json'
  return `the ${source} ${hook.slice(0, Math.max(0, hook.lastIndexOf('/')))}`
}

/** Why it can't be moved, reordered or taken off, or null for a hook that a person attached. */
export function heldText(hook: Brought): string | null {
  if (!isBrought(hook)) return null
  const called = hook.source === 'command' ? 'It' : hook.hook
  const instead = hook.source === 'program' ? ', or take the program off the session' : ''
  return `${called} comes with ${bringerOf(hook)}, which says where and when it is asked: switch it off or to shadow${instead}.`
}

/** Why a hook can't be asked there: those that were brought come first. Null where it can. */
export function tooEarlyText(hooks: readonly Brought[], position: number): string | null {
  const first = hooks[0]
  const brought = hooks.filter(isBrought).length
  if (first === undefined || position >= brought) return null
  return `The hooks of ${bringerOf(first)} are asked before those that you attach.`
}
