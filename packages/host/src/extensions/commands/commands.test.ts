/** Session commands as a model runs them: the same definition, its answer as data. */
import { expect, it } from 'vitest'
import type { CommandReply, SessionCommand } from '../session-command'
import { using } from '../testing'
import { createCommands } from './commands'

const command = (name: string, reply: CommandReply, more: Partial<SessionCommand> = {}): SessionCommand => ({
  ...{ name, description: `what ${name} does`, page: false, forModels: true },
  args: [{ name: 'about', description: 'd', optional: true, choices: null }],
  run: async () => reply,
  ...more,
})

const scene = () => {
  const page = {
    ...{ title: 'Things', empty: 'None.', actions: [], glance: null },
    rows: [{ id: '1', text: 'a thing', badge: 'open', tone: 'neutral' as const, detail: null }],
  }
  const all = [
    command('deploy', { kind: 'prompt', text: 'Deploy it.' }),
    command('things', { kind: 'page', page }),
    command('mine', { kind: 'text', text: 'done' }, { forModels: false }),
    command('breaks', { kind: 'text', text: '' }, { run: () => Promise.reject(new Error('no such row')) }),
    command('none', { kind: 'text', text: 'fine' }, { args: [] }),
  ]
  return using(createCommands(() => all))
}

it('are those alone that are for models', async () => {
  expect(await scene().call('commands.list')).toMatchObject({
    content: expect.stringMatching(
      /^\/deploy \[about\] – what deploy does\n\/things .*\n\/breaks .*\n\/none – what none does$/,
    ),
  })
})

it.each<[string, object, boolean, string]>([
  ['a prompt is data', { name: 'deploy' }, false, 'Deploy it.'],
  ['a page is its rows', { name: 'things' }, false, 'Things\n- a thing [open] (1)'],
  [
    'a person’s own is not there',
    { name: 'mine' },
    true,
    'There is no command mine for you; there are deploy, things, breaks, none.',
  ],
  ['what it does not take is said', { name: 'none', text: 'x' }, true, '/none takes nothing behind it.'],
  ['what it throws is said', { name: 'breaks' }, true, 'no such row'],
])('%s', async (_, args, isError, content) => {
  expect(await scene().call('commands.run', { text: '', ...args })).toMatchObject({ isError, content })
})
