/**
 * `belay hooks trust`: what stands in a checkout, or was changed under a session, and a yes to exactly that. Without the yes
 * nothing changes.
 */
import { resolve } from 'node:path'
import type { CheckoutHook, CheckoutHooks, CheckoutScript, UntrustedScripts } from '@belay/api'
import { type SessionId, shellWord, showBlanks } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import { EXIT, type ExitCode, usage } from '../failure'
import type { Output } from '../output'
import { duration, oneLine } from '../print/text'
import type { Start } from '../start'

interface TrustOptions {
  readonly session?: string
  readonly yes?: string
}

export function addTrust(hooks: Command, start: Start): void {
  hooks
    .command('trust')
    .description('show the hooks of a checkout and take them over, or trust changed scripts of a session')
    .argument('[path]', 'the checkout')
    .option('--session <id>', 'scripts of this session that were changed since it opened')
    .option('--yes <hash>', 'say yes to exactly what was shown with that hash')
    .action((path: string | undefined, options: TrustOptions, self: Command) =>
      start(self, (context) => trust(context, path, options)),
    )
}

async function trust(context: Context, path: string | undefined, options: TrustOptions): Promise<ExitCode> {
  const { session, yes } = options
  if ((path === undefined) === (session === undefined))
    throw usage('hooks trust takes the path of a checkout, or --session ID')
  if (session !== undefined) return trustScripts(context, session as SessionId, yes)
  return trustCheckout(context, resolve(context.cwd, path ?? '.'), yes)
}

async function trustCheckout({ operations, existing, out, json }: Context, path: string, yes: string | undefined) {
  if (yes === undefined) {
    const found = await (await existing()).checkoutHooks(path)
    if (json) out.json(found)
    else printCheckout(out, found)
    return EXIT.fine
  }
  const taken = await (await operations()).takeOverHooks(path, yes)
  if (json) out.json(taken)
  else
    out.line(`${taken.hooks.length} hooks of ${taken.path} stand in ${taken.takenInto} now; they run in that folder.`)
  return EXIT.fine
}

async function trustScripts({ existing, out, json }: Context, session: SessionId, yes: string | undefined) {
  const operations = await existing()
  const now = await (yes === undefined ? operations.untrustedScripts(session) : operations.trustScripts(session, yes))
  if (json) out.json(now)
  else printScripts(out, now, { session, said: yes !== undefined })
  return EXIT.fine
}

function printCheckout(out: Output, { path, hooks, hash, problems }: CheckoutHooks): void {
  for (const problem of problems) out.line(`warning: ${oneLine(problem)}`)
  if (hooks.length === 0) {
    out.line(`There are no hooks in ${oneLine(path)}.`)
    return
  }
  for (const hook of hooks) {
    const { event, matcher, condition, command, scripts } = hook
    const about = [event, ...(matcher === null ? [] : [matcher]), ...(condition === null ? [] : [`if ${condition}`])]
    out.line([...about, ...termsOf(hook)].map(oneLine).join(' · '))
    out.line(`  ${oneLine(showBlanks(command))}`)
    for (const [name, value] of Object.entries(hook.headers)) out.line(`  ${oneLine(`${name}: ${value}`)}`)
    for (const script of scripts) printScript(out, script)
  }
  out.line('')
  out.line(`None of them runs. Read them, then take them over with: belay hooks trust ${shellWord(path)} --yes ${hash}`)
}

/** What is said yes to beside the command. */
function termsOf({ type, timeoutMs, once, waitedFor, blocksOnFailure }: CheckoutHook): readonly string[] {
  return [
    ...(type === 'http' ? ['posted'] : []),
    `at most ${duration(timeoutMs)}`,
    ...(once ? ['once a session'] : []),
    ...(waitedFor ? [] : ['nobody waits for it']),
    ...(blocksOnFailure ? ['a failure refuses'] : []),
  ]
}

const GONE: { readonly [what in Exclude<CheckoutScript['what'], 'file'>]: string } = {
  missing: 'is not there',
  folder: 'is a folder',
  other: 'is no file',
}

/** With what it holds: a yes is to that. */
function printScript(out: Output, { file, what, hash, leadsTo, text }: CheckoutScript): void {
  const leads = leadsTo === null ? '' : `  leads to ${leadsTo}`
  out.line(`  ${oneLine(`${file}  ${what === 'file' ? (hash ?? '') : GONE[what]}${leads}`)}`)
  if (text === null) {
    if (what === 'file') out.line('    too large to be shown here')
    return
  }
  for (const line of showBlanks(text).replace(/\n$/, '').split('\n')) out.line(`    | ${oneLine(line)}`)
}

function printScripts(
  out: Output,
  { scripts, hash }: UntrustedScripts,
  asked: { session: string; said: boolean },
): void {
  if (scripts.length === 0) {
    out.line('All scripts are as they were trusted.')
    return
  }
  for (const { file, why, hash: content } of scripts) out.line(`${file} ${why}  ${content ?? ''}`.trimEnd())
  out.line('')
  if (asked.said) out.line('They are trusted as they are now.')
  else out.line(`Look at them, then say yes with: belay hooks trust --session ${asked.session} --yes ${hash}`)
}
