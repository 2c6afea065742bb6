/** What a person does with the extensions of sessions. */
import type { Database } from '@belay/db'
import type { Extension, Prepared } from '@belay/host'
import type { Composition, SessionId } from '@belay/trace'
import type { Extending, ExtensionState } from '../contract/extending'
import { compose } from '../hooks/composition'
import { type SyncParts, syncHooks } from '../hooks/sync-hooks'
import { OperationError } from '../operations'
import { type ChangeParts, changeComposition } from './change-composition'
import { commandsOf, runCommand } from './commands'

export interface ExtendingParts extends SyncParts, ChangeParts {
  readonly db: Database
  readonly extensions: ChangeParts['extensions']
}

export function extending(parts: ExtendingParts): Extending {
  const { sessions, extensions } = parts
  return {
    async extensions(id) {
      const workspace = id === null ? '/' : sessions.record(id).workspace
      const has = id === null ? extensions.enabled() : sessions.runner(id).composition().extensions
      const live = id === null ? null : extensions.live(id)
      const all = extensions.installed.map(({ extension }) => stateOf(extension, { has, live, workspace, parts }))
      const broken = [...extensions.broken].map(([name, reason]) => ({ ...NOTHING, name, broken: reason }))
      return [...all, ...broken]
    },
    sessionCommands: (id) => commandsOf(parts, id),
    runCommand: (id, name, text) => runCommand(parts, id, { name, text }),
    setExtension: (id, extension, on) => setExtension(parts, id, { extension, on }),
  }
}

const BRINGS: ExtensionState['brings'] = { tools: [], commands: [], hooks: [], contexts: [], providers: [] }
const NOTHING = {
  ...{ description: '', enabled: false, required: false, requires: [], requiredBy: [], brings: BRINGS },
}

interface Of {
  readonly has: readonly string[]
  readonly live: Prepared | null
  readonly workspace: string
  readonly parts: ExtendingParts
}

function stateOf(extension: Extension, { has, live, workspace, parts }: Of): ExtensionState {
  const { name, description, required, requires } = extension
  const all = parts.extensions.installed.map((one) => one.extension)
  const requiredBy = all.filter((one) => has.includes(one.name) && one.requires.includes(name)).map((one) => one.name)
  const enabled = has.includes(name)
  const ready = enabled && live !== null ? broughtBy(name, live) : knownOf(extension)
  const hooks = parts.extensions.hooks([name], { workspace }).map(({ name: hook, title }) => title ?? hook)
  const brings = { ...ready, hooks: [...new Set(hooks)] }
  return { name, description, enabled, required, requires, requiredBy, broken: null, brings }
}

function broughtBy(name: string, live: Prepared): Omit<ExtensionState['brings'], 'hooks'> {
  const own = <T extends { readonly extension: string }>(all: readonly T[]) =>
    all.filter(({ extension }) => extension === name)
  return {
    tools: own(live.tools).map(({ tool }) => tool.name),
    commands: own(live.commands).map(({ command }) => command.name),
    contexts: own(live.contexts).map(({ name: block }) => block),
    providers: own(live.providers).map(({ name: provider }) => provider),
  }
}

function knownOf({ plugins }: Extension): Omit<ExtensionState['brings'], 'hooks'> {
  return {
    tools: plugins.flatMap((one) => (one.kind === 'tool' ? one.tools().map((tool) => tool.name) : [])),
    commands: plugins.flatMap((one) => (one.kind === 'command' ? one.commands().map((command) => command.name) : [])),
    contexts: plugins.flatMap((one) => (one.kind === 'context' ? [one.name] : [])),
    providers: plugins.flatMap((one) => (one.kind === 'provider' ? [one.name] : [])),
  }
}

/** What files and programs are asked for takes a moment: where somebody edits meanwhile, it begins anew. */
async function setExtension(
  parts: ExtendingParts,
  id: SessionId,
  { extension, on }: { readonly extension: string; readonly on: boolean },
): Promise<Composition> {
  const { extensions, sessions, db } = parts
  const { workspace } = sessions.record(id)
  const runner = sessions.runner(id)
  for (;;) {
    const before = runner.composition()
    const selection = on
      ? extensions.enable(before.extensions, extension)
      : extensions.disable(before.extensions, extension)
    const isThere = extensions.installed.some((one) => one.extension.name === extension)
    if (!selection.ok) throw new OperationError(isThere ? 'conflict' : 'bad_input', selection.reason)
    const { enabled, came, went } = selection
    if (came.length + went.length === 0) return before
    const { hooks } = await syncHooks(parts, { ...before, extensions: enabled, workspace, session: id })
    const after = compose({ ...before, extensions: enabled, hooks })
    const words = { kind: 'edit' as const, name: `${on ? 'enable' : 'disable'} ${extension}`, change: said(came, went) }
    if (!(await changeComposition(parts, id, { before, after, words }))) continue
    db.changeSession(id, { extensionsChosen: true })
    return after
  }
}

function said(came: readonly string[], went: readonly string[]): string {
  const part = (names: readonly string[], verb: string) =>
    names.length === 0
      ? []
      : [
          `the extension${names.length === 1 ? '' : 's'} ${names.join(', ')} ${names.length === 1 ? 'was' : 'were'} ${verb}`,
        ]
  return [...part(came, 'enabled'), ...part(went, 'disabled')].join('; ')
}
