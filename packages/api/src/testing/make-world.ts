/**
 * The real loop under a model and tools that a test writes down. The library has three hooks in this process: `block` (refuses
 * calls whose arguments hold the parameter `text`), `ask` and `context`.
 */
import {
  type AgentSpawner,
  compactSession,
  endSession,
  type ModelEvent,
  type ModelRequest,
  type Provider,
  resumeTurn,
  runTurn,
  type Tool,
} from '@belay/agent'
import { type Asking, askPoint, type Hook } from '@belay/hooks'
import { defineExtension, type HookLibrary, type LibraryHook, type ModelUpstream, type Plugin } from '@belay/host'
import type { Attachment, JsonObject, PointId } from '@belay/trace'
import { builtInExtensions } from '../extensions/built-in'
import type { Installed } from '../extensions/session-extensions'
import type { World } from '../open'

export interface TestStep {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly args: JsonObject }[]
  /** The stream waits for it after its text. */
  readonly hold?: Promise<void>
}

/** Steps of each agent, taken in the order of its model calls in this process. */
export function scripted(
  steps: Readonly<Record<string, readonly TestStep[]>>,
  {
    window,
    beside,
    onRequest,
  }: { readonly window: number | null; readonly beside: TestStep; readonly onRequest?: TestWorld['onRequest'] },
): Provider {
  const next = new Map<string, number>()
  return {
    name: 'test',
    window: () => window,
    stream(request, { signal, agent, purpose }) {
      onRequest?.(request)
      if (purpose !== undefined) return play(beside, signal)
      const at = next.get(agent) ?? 0
      next.set(agent, at + 1)
      return play(steps[agent]?.[at] ?? { text: 'Nothing is left to say.' }, signal)
    },
  }
}

async function* play(step: TestStep, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  for (const word of (step.text ?? '').split(/(?<= )/)) if (word !== '') yield { type: 'text', text: word }
  if (step.hold !== undefined) await Promise.race([step.hold, aborted(signal)])
  for (const [index, call] of (step.calls ?? []).entries()) {
    const key = `${index}`
    yield { type: 'call.started', key, id: key, name: call.name }
    yield { type: 'call.delta', key, text: JSON.stringify(call.args) }
    yield { type: 'call.ended', key }
  }
  yield { type: 'usage', usage: { input: 10, cached: 0, output: 5 } }
  yield { type: 'finished', end: step.calls === undefined ? 'stop' : 'calls' }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })
}

export function testTool(name: string, run: Tool['run'], ask = false): Tool {
  return {
    name,
    description: name,
    schema: { type: 'object' },
    readOnly: false,
    parse: (args) => ({ ok: true, args }),
    subject: (args) => JSON.stringify(args),
    need: () =>
      ask ? { access: 'ask', kind: name, outside: false, question: `May ${name} run?` } : { access: 'free' },
    run,
  }
}

const POINTS_OF: Readonly<Record<string, readonly PointId[]>> = {
  block: ['tools.before'],
  ask: ['tools.before'],
  context: ['guard.onInput'],
}

/** A hook beside those three, as a test writes it. */
export interface TestHook {
  readonly slug: string
  readonly points: readonly PointId[]
  ask(asking: Asking): unknown
}

function libraryHook(slug: string, points = POINTS_OF[slug] ?? []): LibraryHook {
  return {
    slug,
    name: slug,
    description: slug,
    points,
    paramsSchema: null,
    defaults: {},
    builtIn: true,
    file: null,
    timeoutMs: 1_000,
    onFailure: 'open',
    recheck: false,
    observe: false,
    version: `version of ${slug}`,
    error: null,
  }
}

function loaded(attachment: Attachment, own: TestHook | undefined): Hook {
  const { hook, params } = attachment
  return {
    ...attachment,
    attached: { hook, params },
    timeoutMs: 1_000,
    recheck: false,
    observe: false,
    unavailable: null,
    skips: () => (attachment.mode === 'off' ? 'off' : null),
    ask(asking) {
      if (own !== undefined) return own.ask(asking)
      const { event } = asking
      if (attachment.hook === 'context') return { decision: 'pass', context: ['Mind the gap.'] }
      if (attachment.hook === 'ask') return { decision: 'ask', value: { question: 'Really?' } }
      const text = String(attachment.params.text ?? '')
      return JSON.stringify(event).includes(text) ? { decision: 'block', reason: `no ${text}` } : undefined
    },
  }
}

export function testLibrary(own: readonly TestHook[] = []): HookLibrary {
  const ownHook = (name: string) => own.find(({ slug }) => slug === name)
  const all = [
    ...Object.keys(POINTS_OF).map((slug) => libraryHook(slug)),
    ...own.map((each) => libraryHook(each.slug, each.points)),
  ]
  return {
    list: async () => all,
    find: async (name) => all.find(({ slug }) => slug === name) ?? null,
    checkParams: async (_, params) =>
      typeof params.text === 'number' ? { ok: false, message: 'text: expected a string' } : { ok: true, params },
    programs: async () => [],
    program: async () => null,
    load: async (attachments) => attachments.map((attachment) => loaded(attachment, ownHook(attachment.hook))),
    close: async () => undefined,
  }
}

export interface TestWorld {
  readonly steps?: readonly TestStep[]
  /** Of child sessions, by name. */
  readonly agents?: Readonly<Record<string, readonly TestStep[]>>
  readonly hooks?: readonly TestHook[]
  /** Tokens that the model takes. */
  readonly window?: number
  /** Hears each request as the provider gets it. */
  readonly onRequest?: ((request: ModelRequest) => void) | undefined
  /** What it gives for a summary, and to a hook that asks it. */
  readonly beside?: TestStep
  readonly tools?: readonly Tool[] | ((spawner: AgentSpawner) => readonly Tool[])
  /** Extensions beside those of the tools. */
  readonly installed?: readonly Installed[]
  /** Those that ship with the app, in the place of nothing. */
  readonly builtIn?: boolean
  readonly home?: string
  readonly log?: (line: string) => void
}

/** Tools as an extension that is always on, with what else a test has. */
export function toolsOf(tools: readonly Tool[], more: readonly Plugin[] = []): Installed {
  const plugins: readonly Plugin[] = [{ kind: 'tool', tools: () => tools }, ...more]
  return {
    extension: defineExtension({ name: 'tools', description: 'of the test', required: true, plugins }),
    byDefault: true,
  }
}

/** The model `test/one`. */
function modelOf(provider: Provider): Plugin {
  const upstream: ModelUpstream = {
    resolve: (model) => (model === 'one' ? provider : null),
    check: (model) => (model === 'one' ? null : `There is no model test/${model}.`),
    list: () => [{ model: 'one', label: 'One' }],
  }
  return { kind: 'provider', name: 'test', upstream: () => upstream }
}

export function worldOf({
  steps = [],
  agents = {},
  tools = [],
  hooks = [],
  installed = [],
  builtIn = false,
  window,
  beside,
  onRequest,
}: TestWorld): World {
  const provider = scripted(
    { main: steps, ...agents },
    { window: window ?? null, beside: beside ?? { text: 'In short.' }, onRequest },
  )
  return {
    library: testLibrary(hooks),
    hurry: () => undefined,
    defaultModel: 'test/one',
    installed: (spawner, settings) => [
      toolsOf(typeof tools === 'function' ? tools(spawner) : tools, [modelOf(provider)]),
      ...(builtIn ? builtInExtensions(spawner, settings) : []),
      ...installed,
    ],
    verifier: () => {
      throw new Error('no verifier in this test')
    },
    runTurn,
    resumeTurn,
    endSession,
    compactSession,
    askPoint,
  }
}
