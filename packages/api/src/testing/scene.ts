/**
 * A home with the examples of `docs/examples` and hooks of a test's own, under the real loop, library, workers and tools: a
 * script says what the model answers, and the session says afterwards what the model was sent and what hooks said.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isJsonObject } from '@belay/hooks'
import {
  ATTR,
  foldAll,
  type Json,
  type PermissionMode,
  type PointId,
  type RewriteRule,
  type SessionId,
  type SessionState,
  type SpanId,
  type TraceEvent,
} from '@belay/trace'
import { openBelay } from '../composition-root'
import type { HookSpec, Operations } from '../operations'
import { ended, logOf, until } from './until'
import { afterTest, freshFolder } from './world'

export const EXAMPLES = resolve(fileURLToPath(new URL('.', import.meta.url)), '../../../../docs/examples')

/** What the model was sent in one call. */
export interface Sent {
  readonly model: string
  readonly system: string
  /** The text of each message, a result's content among them. */
  readonly texts: readonly string[]
}

export interface Scene {
  readonly belay: Operations
  readonly id: SessionId
  readonly home: string
  readonly workspace: string
  /** Sends a message and waits for the end of its turn. */
  turn(text: string): Promise<SessionState>
  /** Of another session of the same home: its first turn. */
  turnOf(id: SessionId, text: string): Promise<void>
  log(): Promise<readonly TraceEvent[]>
  /** Of model calls of the conversation, or beside it (a hook's, a summary's). */
  sent(purpose?: 'hook' | 'compaction', of?: SessionId): Promise<readonly Sent[]>
}

export interface SceneOptions {
  /** Of the script that the session runs on, beside its name. */
  readonly script: { readonly steps: readonly unknown[]; readonly [key: string]: unknown }
  /** More models by their name: their steps, or a whole script. */
  readonly scripts?: Readonly<Record<string, readonly unknown[] | object>>
  readonly attach?: readonly HookSpec[]
  /** More hook files: code by name. */
  readonly hooks?: Readonly<Record<string, string>>
  readonly program?: string
  readonly permission?: PermissionMode
  readonly rewrites?: RewriteRule
  /** Files of the workspace. */
  readonly files?: Readonly<Record<string, string>>
}

/** A home that holds all examples. */
export async function openScene(options: SceneOptions): Promise<Scene> {
  const { script, scripts = {}, attach = [], files = {}, hooks = {}, permission = 'auto', rewrites = 'first' } = options
  const home = freshFolder('examples')
  const workspace = freshFolder('work')
  for (const part of ['hooks', 'prompts', 'programs'])
    cpSync(join(EXAMPLES, part), join(home, part), { recursive: true })
  for (const [name, text] of Object.entries(files)) write(join(workspace, name), text)
  for (const [name, code] of Object.entries(hooks)) write(join(home, 'hooks', `${name}.ts`), code)
  write(join(home, 'scripts/small.yaml'), JSON.stringify({ name: 'small', ...script }))
  for (const [name, each] of Object.entries(scripts)) {
    const whole = Array.isArray(each) ? { steps: each } : each
    write(join(home, 'scripts', `${name}.yaml`), JSON.stringify({ name, ...whole }))
  }
  const belay = await openBelay({ home })
  afterTest(() => belay.close())
  const { id } = await belay.createSession({
    workspace,
    attach,
    model: 'scripted/small',
    permission,
    rewrites,
    program: options.program,
  })
  let after = 0
  return {
    ...{ belay, id, home, workspace },
    async turn(text) {
      await belay.send(id, text)
      after = (await until(belay, id, ended, after)).at(-1)?.seq ?? after
      return foldAll(await logOf(belay, id))
    },
    async turnOf(other, text) {
      await belay.send(other, text)
      await until(belay, other, ended)
    },
    log: () => logOf(belay, id),
    sent: async (purpose, of = id) => sentOf(belay, of, purpose),
  }
}

export function write(file: string, text: string): void {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
}

async function sentOf(belay: Operations, id: SessionId, purpose: string | undefined): Promise<readonly Sent[]> {
  const spans = [...foldAll(await logOf(belay, id)).spans.values()]
  const calls = spans.filter(({ kind, attributes }) => kind === 'model' && attributes[ATTR.purpose] === purpose)
  return Promise.all(calls.map((span) => requestOf(belay, id, span.id)))
}

async function requestOf(belay: Operations, id: SessionId, span: SpanId): Promise<Sent> {
  const { request } = await belay.spanDetail(id, span)
  if (!isJsonObject(request)) throw new Error('a model call without its request')
  const messages: readonly Json[] = Array.isArray(request.messages) ? request.messages : []
  return {
    model: String(request.model),
    system: String(request.system),
    texts: messages.map((message) => (isJsonObject(message) ? String(message.text ?? message.content) : '')),
  }
}

/** The code of a hook file: `run` is the body of its function, in which `t` and `input` are known. */
export function hookFile(name: string, points: readonly PointId[], run: string): string {
  return `import { defineHook } from '@belay/hooks'
import { appendFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'

export default defineHook({
  name: ${JSON.stringify(name)},
  description: 'A hook of a test.',
  points: ${JSON.stringify(points)},
  async run(t, input) {
    ${run}
  },
})
`
}
