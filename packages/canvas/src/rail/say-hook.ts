/** Stations and hooks in words, for tooltips and for those who listen. */
import { sayMark } from '../mark'
import { countsOf } from './card'
import type { RailHook, RailStation } from './model'

const MODE = { enforce: 'enforcing', shadow: 'in shadow', off: 'off' } as const

export interface HookWords {
  readonly title: string
  readonly facts: readonly string[]
  readonly detail: string | null
}

export function describeHook(hook: RailHook): HookWords {
  const source = hook.attachment === null ? `${hook.source} hook, not attached now` : `${hook.source} hook`
  const facts = [
    source,
    ...(hook.twin === null ? [] : [hook.twin]),
    ...(hook.set === null ? [] : [`of the set ${hook.set}`]),
    MODE[hook.mode],
    ...(hook.group === null ? [] : ['asked side by side with its group']),
    ...(hook.error === null ? [countsOf(hook)] : ['does not load']),
    ...(hook.stale === null ? [] : ['its file has an error']),
    ...(hook.sign === null ? [] : [sayMark(hook.sign)]),
    ...(hook.telling === null ? [] : [`${hook.telling.name} ${hook.telling.value}`]),
    ...(hook.onFailure === 'open' ? [] : [`on failure: ${hook.onFailure}`]),
  ]
  return { title: hook.name, facts, detail: hook.error ?? hook.stale ?? hook.warning ?? hook.reason }
}

export function speakHook(hook: RailHook): string {
  const { title, facts, detail } = describeHook(hook)
  return [title, ...facts, ...(detail === null ? [] : [detail])].join(', ')
}

export function describeStation({ point, hooks, sign }: RailStation, live: boolean): HookWords {
  const standing = hooks.filter(({ attachment }) => attachment !== null).length
  const gone = hooks.length - standing
  const count = standing === 1 ? '1 hook' : `${standing === 0 ? 'no' : standing} hooks`
  const facts = [
    gone === 0 ? count : `${count}, ${gone} that ${gone === 1 ? 'is' : 'are'} attached no more`,
    ...(sign === null ? [] : [sayMark(sign)]),
    ...(live ? ['the loop is here'] : []),
  ]
  return { title: point, facts, detail: null }
}

export function speakStation(station: RailStation, live: boolean): string {
  const { title, facts } = describeStation(station, live)
  return [title, ...facts].join(', ')
}
