/** `belay mode`: whether an attached hook is obeyed, only asked, or switched off. */
import type { HookMode, SessionId } from '@belay/trace'
import { Argument, type Command } from 'commander'
import type { Context } from '../context'
import { findAttached } from '../input/attached'
import { shadowText } from '../print/shadow'
import { oneLine } from '../print/text'
import type { Start } from '../start'

const modes = ['enforce', 'shadow', 'off'] as const satisfies readonly HookMode[]

export function addMode(program: Command, start: Start): void {
  program
    .command('mode')
    .description('obey an attached hook, only ask it, or switch it off')
    .argument('<session>')
    .argument('<hook>', 'its slug, file or name, or the id of the attachment')
    .addArgument(new Argument('<mode>', 'what it is from the next turn on').choices(modes))
    .action((session: string, hook: string, mode: HookMode, _: unknown, self: Command) =>
      start(self, (context) => setMode(context, session as SessionId, { hook, mode })),
    )
}

const now = { enforce: 'is obeyed', shadow: 'is in shadow', off: 'is switched off' } as const

interface Wish {
  readonly hook: string
  readonly mode: HookMode
}

async function setMode({ existing, cwd, out, json }: Context, session: SessionId, wish: Wish): Promise<undefined> {
  const operations = await existing()
  const { id, name, mode } = findAttached((await operations.composition(session)).hooks, wish.hook, cwd)
  // Before it is obeyed: what that would have changed so far.
  const promoted = mode === 'shadow' && wish.mode === 'enforce'
  const shadow = promoted ? await operations.shadowRecord(session, id) : null
  const composition = await operations.changeAttachment(session, id, { mode: wish.mode })
  if (json) out.json({ session, attachment: id, mode: wish.mode, ...(shadow === null ? {} : { shadow }), composition })
  else {
    for (const line of shadow === null ? [] : shadowText(name, shadow)) out.line(line)
    out.line(`${oneLine(name)} ${now[wish.mode]}${mode === wish.mode ? ' already' : ' from the next turn on'}.`)
  }
}
