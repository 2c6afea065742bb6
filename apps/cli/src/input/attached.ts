/** Which attached hook a person means: by the id of the attachment, by its slug, its name or its file. */
import { resolve } from 'node:path'
import type { Attachment } from '@belay/trace'
import { usage } from '../failure'
import { didYouMean } from '../nearest'

export function findAttached(hooks: readonly Attachment[], text: string, cwd: string): Attachment {
  const byId = hooks.find((hook) => hook.id === text)
  if (byId !== undefined) return byId
  const path = resolve(cwd, text)
  const named = hooks.filter(({ hook, name }) => hook === text || name === text || hook === path)
  const [only] = named
  if (only === undefined) throw usage(notAttached(hooks, text))
  if (named.length > 1) {
    throw usage(`${text} is attached ${named.length} times; name one by its id: ${named.map(placed(hooks)).join(', ')}`)
  }
  return only
}

function notAttached(hooks: readonly Attachment[], text: string): string {
  if (hooks.length === 0) return `${text} is not attached; no hook is`
  const names = [...new Set(hooks.map((hook) => hook.name))]
  return `${text} is not attached${didYouMean(text, names)}; attached: ${names.join(', ')}`
}

function placed(hooks: readonly Attachment[]): (hook: Attachment) => string {
  return (hook) => `${hook.id} (place ${hooks.indexOf(hook) + 1}, at ${hook.points.join(', ')}, ${hook.mode})`
}
