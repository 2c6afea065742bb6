/** The extension `paperclips`: the model files what gets in its way, a person triages it. One list for all sessions of a workspace. */
import type { Clock } from '@belay/trace'
import { z } from 'zod'
import { defineTool, FREE, failed, ok } from '../../tools/define-tool'
import { defineExtension } from '../define-extension'
import type { Extension } from '../extension'
import type { KeptValue } from '../kept-value'
import { type PageAct, pageCommand } from '../page-command'
import type { CommandContext } from '../session-command'
import {
  type ClipChange,
  type ClipList,
  COSTS,
  clipsText,
  fileClip,
  MOST_CLIP_DETAIL,
  MOST_CLIP_TITLE,
  removeClip,
  settleClip,
} from './clips'
import { clipsPage } from './clips-page'

/** Paperclips by workspace. */
export type ClipStore = KeptValue<ClipList>

export interface ClipParts {
  readonly store: ClipStore
  readonly clock: Pick<Clock, 'now'>
}

export function createPaperclips(parts: ClipParts): Extension {
  return defineExtension({
    name: 'paperclips',
    description: 'The model files what gets in its way; you triage it.',
    plugins: [
      { kind: 'tool', tools: () => tools(parts), instructions: HOW },
      {
        kind: 'command',
        commands: () => [
          pageCommand({
            name: 'paperclips',
            description: 'What got in the model’s way, for you to triage.',
            actions: ['accept', 'mended', 'dismiss', 'reopen', 'remove'],
            page: ({ workspace }) => clipsPage(parts.store.read(workspace)),
            act: (act, context) => acted(parts.store, context, act),
          }),
        ],
      },
    ],
  })
}

const HOW =
  'When a tool, a file or an instruction is in your way (it fails, misleads, or costs you time), file it with paperclips.file and go on as well as you can: a person triages it. Not for the task itself.'

const filed = z.strictObject({
  title: z.string().max(MOST_CLIP_TITLE).describe('What is in the way, in one line.'),
  detail: z.string().max(MOST_CLIP_DETAIL).default('').describe('What was tried, what came of it, what would help.'),
  cost: z.enum(COSTS).default('small').describe('small; it cost time; stuck: you could not go on.'),
})

function tools({ store, clock }: ClipParts) {
  return [
    defineTool({
      ...{ name: 'paperclips.list', description: 'What was filed, and what became of it.', readOnly: true },
      ...{ schema: z.strictObject({}), subject: () => '', need: () => FREE },
      run: async (_, { workspace }) => ok(clipsText(store.read(workspace))),
    }),
    defineTool({
      name: 'paperclips.file',
      description: 'Files something that is in your way, for a person to triage.',
      readOnly: false,
      schema: filed,
      ...{ subject: ({ title }) => title, need: () => FREE },
      run: async ({ title, detail, cost }, { workspace }) => {
        const changed = fileClip(store.read(workspace), { title, detail, cost, at: clock.now() })
        if (!changed.ok) return failed(changed.message)
        store.write(workspace, changed.list)
        const { id, state, answer, times } = changed.clip
        const said = answer === '' ? '' : ` The person said: ${answer}`
        return ok(times === 1 ? `Filed as ${id}.` : `Filed ${times} times by now, as ${id} (${state}).${said}`)
      },
    }),
  ]
}

function acted(store: ClipStore, { workspace, note }: CommandContext, act: PageAct): string {
  const changed = changeOf(store.read(workspace), act)
  if (!changed.ok) throw new Error(`${changed.message}.`)
  store.write(workspace, changed.list)
  const { id, title, state, answer } = changed.clip
  const what = act.action === 'remove' ? 'removed' : state === 'open' ? 'open again' : state
  note(`Of the paperclip “${title}” (${id}) the person said: ${what}${answer === '' ? '' : `: ${answer}`}`)
  return `${id}. ${title}: ${what}.`
}

function changeOf(list: ClipList, { action, of, rest }: PageAct): ClipChange {
  switch (action) {
    case 'accept':
      return settleClip(list, of, { state: 'accepted' })
    case 'mended':
      return settleClip(list, of, { state: 'mended' })
    case 'dismiss':
      return settleClip(list, of, { state: 'dismissed', answer: rest })
    case 'reopen':
      return settleClip(list, of, { state: 'open', answer: '' })
    default:
      return removeClip(list, of)
  }
}
