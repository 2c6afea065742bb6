/** A session with a refusal, two calls side by side, a rewrite and a question: the real loop and hooks on a real folder. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@belay/trace'
import { openBelay } from '../composition-root'
import type { Operations } from '../operations'
import { asked, ended, until } from './until'
import { afterTest, freshFolder } from './world'

const SCRIPT = `
steps:
  - text: I will clean up first.
    calls: [{ name: run, args: { command: rm -rf build } }]
  - text: Then I only look.
    calls: [{ name: files.ls, args: {} }, { name: files.find, args: { pattern: made } }]
  - calls: [{ name: files.write, args: { file_path: note.txt, content: draft } }]
  - text: Done.
`
const REWRITE = { rules: [{ tool: 'files.write', argument: 'content', find: 'draft', replace: 'final' }] }

export interface CleanUp {
  readonly belay: Operations
  readonly id: SessionId
  /** Allows what was asked and waits for the turn's end. */
  allow(): Promise<void>
}

/** Until the question. */
export async function cleanUp(): Promise<CleanUp> {
  const [home, workspace] = [freshFolder(), freshFolder('workspace')]
  for (const folder of [join(home, 'scripts'), join(workspace, 'build')]) mkdirSync(folder)
  writeFileSync(join(home, 'scripts/clean.yaml'), SCRIPT)
  writeFileSync(join(workspace, 'build/out.txt'), 'made')
  const belay = await openBelay({ home })
  afterTest(() => belay.close())
  const { id } = await belay.createSession({
    ...{ workspace, title: 'Clean up', model: 'scripted/clean.yaml', permission: 'auto' },
    attach: [
      { hook: 'rewrite-arguments', params: REWRITE },
      { hook: 'block-commands', params: { patterns: ['rm -rf'] } },
      { hook: 'ask-before', params: { tools: 'files.write' } },
    ],
  })
  await belay.send(id, 'Clean up')
  const waiting = await until(belay, id, asked)
  return {
    ...{ belay, id },
    async allow() {
      for (const question of await belay.questions(id))
        await belay.answer(id, question.id, { say: 'allow', scope: 'once', args: null })
      await until(belay, id, ended, waiting.at(-1)?.seq)
    },
  }
}
