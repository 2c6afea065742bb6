/** The options that `run` and `fire` share: which hooks, in which order, under which policies. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { HookSpec } from '@belay/api'
import type { FailurePolicy, HookMode, RewriteRule } from '@belay/trace'
import { type Command, Option } from 'commander'
import { usage } from '../failure'
import { didYouMean } from '../nearest'
import { type HookArgument, readHookArgument } from './hook-argument'

export interface HookOptions {
  readonly rewrites?: RewriteRule
  readonly stopAtFirstBlock?: true
  readonly onFailure?: readonly string[]
  /** As typed. */
  readonly program?: string
  readonly hooksJson?: readonly string[]
}

/** Absolute; absent where the home's own file holds. A file that is not there is a mistake. */
export function commandFilesOf({ hooksJson }: HookOptions, cwd: string): readonly string[] | undefined {
  return hooksJson?.map((file) => {
    const path = resolve(cwd, file)
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) throw usage(`there is no file ${file}`)
    return path
  })
}

/** As typed: `--attach` and `--shadow` in one order, which is the asking order. */
export interface NamedHook {
  readonly text: string
  readonly mode: HookMode
}

export const policies: readonly FailurePolicy[] = ['open', 'closed', 'replay']

/** Adds the options and returns the list that parsing fills. */
export function addHookOptions(command: Command): readonly NamedHook[] {
  const named: NamedHook[] = []
  const collect = (mode: HookMode) => (text: string) => {
    named.push({ text, mode })
    return named
  }
  command
    .addOption(
      new Option('--attach <hook>', 'ask this hook: a slug or a file, with :{…} parameters').argParser(
        collect('enforce'),
      ),
    )
    .addOption(new Option('--shadow <hook>', 'ask this hook and obey it in nothing').argParser(collect('shadow')))
    .addOption(
      new Option(
        '--hooks-json <file>',
        "ask the commands of this file in the place of the home's hooks.json",
      ).argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]),
    )
    .option('--program <name>', 'ask the hooks of this program first: its name, or its folder')
    .addOption(new Option('--rewrites <rule>', 'which rewrite of a call wins').choices(['first', 'chain']))
    .option('--stop-at-first-block', 'ask no further hook once one has blocked')
    .addOption(
      new Option('--on-failure <hook=policy>', 'open, closed or replay, where that hook does not answer').argParser(
        (text: string, before: string[] | undefined) => [...(before ?? []), text],
      ),
    )
  return named
}

export function readHooks(named: readonly NamedHook[], options: HookOptions, cwd: string): readonly HookSpec[] {
  const hooks = named.map(({ text, mode }) => ({ ...readHookArgument(text, cwd), mode }))
  const onFailure = readPolicies(options.onFailure ?? [], hooks)
  return hooks.map(({ typed, hook, params, mode }) => ({
    ...{ hook, mode },
    params: params ?? undefined,
    onFailure: onFailure.get(typed) ?? onFailure.get(slugOf(typed)),
  }))
}

function readPolicies(texts: readonly string[], hooks: readonly HookArgument[]): ReadonlyMap<string, FailurePolicy> {
  const names = hooks.map((hook) => hook.typed)
  return new Map(
    texts.map((text) => {
      const at = text.lastIndexOf('=')
      const [name, word] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)]
      const policy = policies.find((one) => one === word)
      if (at < 1 || policy === undefined) {
        throw usage(`--on-failure takes HOOK=POLICY, the policy one of ${policies.join(', ')}; "${text}" is not that.`)
      }
      if (!names.some((one) => one === name || slugOf(one) === name)) {
        throw usage(`--on-failure names ${name}, which is not attached here${didYouMean(name, names)}.`)
      }
      return [name, policy]
    }),
  )
}

/** The name of a file without folder and ending; of a slug, the slug. */
function slugOf(typed: string): string {
  return (typed.split(/[/\\]/).at(-1) ?? typed).replace(/\.[cm]?[jt]s$/, '')
}
