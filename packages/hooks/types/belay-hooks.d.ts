// biome-ignore-all lint: it is made, not written
// biome-ignore-all assist/source/organizeImports: it is made, not written

/**
 * @belay/hooks, for who writes hooks: `defineHook`, `t`, the points and what may be answered at each.
 * Made from the sources by `npm run types -w @belay/hooks`; changes are made there.
 */
/** Values that survive JSON: what crosses a worker, the database, the wire and the page. */
type Json = null | boolean | number | string | readonly Json[] | JsonObject

interface JsonObject {
  readonly [key: string]: Json
}

type PointId = (typeof POINTS)[number]

/**
 * The closed set of places in the loop where hooks are asked, in the order in which the loop visits them.
 * What each may decide stands in `@belay/hooks`; the names are here because spans, events and the canvas carry them.
 */
declare const POINTS: readonly [
  'session.start',
  'guard.onInput',
  'memory.keep',
  'memory.summarize',
  'context.build',
  'model.choose',
  'errors.on',
  'stop.done',
  'tools.before',
  'tools.after',
  'guard.onOutput',
  'agent.start',
  'agent.stop',
  'session.end',
]

/** What a hook may return at `P`; nothing at all is a deferral. */
type AnswerAt<P extends PointId> = P extends PointId
  ? Nothing | Said<'pass', null> | SaidAt<P, DecisionAt<P>> | (P extends keyof Plain ? Plain[P] : never)
  : never

type Nothing = void | undefined

declare class Said<D extends Decision = Decision, V = unknown> implements WireVerdict {
  readonly decision: D
  readonly value: V
  readonly reason: string | null
  readonly context: readonly string[]
  readonly notes: readonly string[]
  readonly reminders: readonly string[]
  readonly halt: string | null
  /** Text for the model, ahead of its next call. */
  withContext(...texts: readonly string[]): Said<D, V>
  /** Text for the person, never for the model. */
  withNote(...texts: readonly string[]): Said<D, V>
  /** Text for the model that waits in the session's queue and never starts a turn. */
  withReminder(...texts: readonly string[]): Said<D, V>
  /** Ends the turn with this reason. */
  withHalt(reason: string): Said<D, V>
  private with
}

type Decision = (typeof DECISIONS)[number]

/** Everything that one hook can say. Which of it a point accepts is in the points table of `@belay/hooks`. */
declare const DECISIONS: readonly [
  'pass',
  'rewrite',
  'block',
  'ask',
  'allow',
  'answer',
  'continue',
  'done',
  'ask_again',
  'retry',
  'switch',
  'escalate',
  'handled',
]

interface WireVerdict {
  readonly decision: Decision
  readonly value: unknown
  readonly reason: string | null
  readonly context: readonly string[]
  readonly notes: readonly string[]
  readonly reminders: readonly string[]
  readonly halt: string | null
}

type SaidAt<P extends PointId, D extends Decision> = D extends Decision ? Said<D, ValueOf<P, D>> : never

type ValueOf<P extends PointId, D extends Decision> = D extends 'rewrite'
  ? P extends keyof Rewritten
    ? Rewritten[P]
    : never
  : unknown

interface Rewritten {
  readonly 'guard.onInput': string
  readonly 'memory.summarize': string
  readonly 'context.build': RequestPatch
  readonly 'model.choose': ModelChoice
  readonly 'tools.before': CallChange
  readonly 'tools.after': string
  readonly 'guard.onOutput': string
}

/** Each key replaces that key of the request; with `messages` it is the whole request. */
interface RequestPatch {
  readonly model?: string
  readonly system?: string
  readonly messages?: readonly RequestMessage[]
  readonly tools?: readonly RequestTool[]
  readonly toolChoice?: 'auto' | 'none' | 'required'
  readonly responseMode?: Json
  readonly generation?: JsonObject
}

/** A message of a request, in the app's own shape for every provider. */
type RequestMessage =
  | {
      readonly role: 'user'
      readonly text: string
    }
  | {
      readonly role: 'assistant'
      readonly text?: string
      readonly reasoning?: string
      readonly calls?: readonly RequestCall[]
      /** What its provider wants back with it. Left out, the provider gets the rest alone. */
      readonly kept?: JsonObject
    }

  /** The result of a call of the message before it: `call` is the call's id. */
  | {
      readonly role: 'result'
      readonly call: string
      readonly name: string
      readonly content: string
      readonly isError?: boolean
    }
interface RequestCall {
  readonly id: string
  readonly name: string
  readonly args?: JsonObject
}

/** A tool that the model is told of. */
interface RequestTool {
  readonly name: string
  readonly description?: string
  /** JSON Schema of the arguments: an object. */
  readonly schema: JsonObject
}

/** A name changes the model alone. */
type ModelChoice =
  | string
  | {
      readonly model: string
      readonly provider: string
    }

/** A call with what is to change; what is left out stays, and so do id and `within`. */
interface CallChange {
  readonly id?: string
  readonly within?: string | undefined
  readonly name?: string
  readonly args?: JsonObject
}

/** What a hook may decide at a point, beside passing. The points table says the same at run time. */
type DecisionAt<P extends PointId> = Extract<Decisions[P], Decision>

interface Decisions {
  readonly 'session.start': never
  readonly 'guard.onInput': 'rewrite' | 'block'
  readonly 'memory.keep': 'handled'
  readonly 'memory.summarize': 'rewrite' | 'block'
  readonly 'context.build': 'rewrite'
  readonly 'model.choose': 'rewrite'
  readonly 'errors.on': 'retry' | 'switch' | 'escalate'
  readonly 'stop.done': StopDecision
  readonly 'tools.before': 'rewrite' | 'block' | 'ask' | 'allow' | 'answer'
  readonly 'tools.after': 'rewrite' | 'block'
  readonly 'guard.onOutput': 'rewrite' | 'block'
  readonly 'agent.start': never
  readonly 'agent.stop': StopDecision
  readonly 'session.end': never
}

type StopDecision = 'answer' | 'done' | 'block' | 'ask_again' | 'continue'

/** Plain values that need no constructor. */
interface Plain extends Rewritten {
  readonly 'stop.done': string | null
  readonly 'agent.stop': string | null
}

/** What `run` gets: the point and its event in one, told apart by `point`. */
type InputAt<P extends PointId> = P extends PointId
  ? {
      readonly point: P
    } & EventAt<P>
  : never

/** Points that hand nothing over have an event without keys. */
type EventAt<P extends PointId> = string extends keyof PointEvents[P] ? unknown : PointEvents[P]

/** What each point hands to its hooks. The first key is the subject that a function of `on` gets as its second argument. */
interface PointEvents {
  'session.start': {
    readonly source: 'startup' | 'resume' | 'fork' | 'clear' | 'compact' | 'reload'
  }
  'guard.onInput': {
    readonly msg: string
    readonly origin: Origin
  }
  'memory.keep': {
    readonly [key: string]: never
  }
  'memory.summarize': {
    readonly prompt: string
  }
  'context.build': {
    readonly [key: string]: never
  }
  'model.choose': {
    readonly [key: string]: never
  }
  'errors.on': {
    readonly err: string
  }
  'stop.done': StopEvent
  'tools.before': {
    readonly call: HookCall
  }
  'tools.after': {
    readonly result: HookResult
    readonly call: HookCall
    /** Epoch milliseconds. */
    readonly startedMs: number
    readonly finishedMs: number
    /** How the call ended, and what its tool tells beside the content (`exitCode`, `timedOut`); absent where that is not known. */
    readonly ended?: {
      readonly status: SpanStatus
      readonly facts: JsonObject
    }
  }
  'guard.onOutput': {
    readonly ans: string
  }
  'agent.start': {
    readonly agentType: string
    readonly prompt: string
  }
  'agent.stop': StopEvent
  'session.end': {
    readonly reason: string
  }
}

/** Who an input is from. `hook` is context that a hook gave; `reminder` a text that waited in the queue. */
type Origin = 'person' | 'mail' | 'wake' | 'webhook' | 'hook' | 'reminder' | 'loop'

interface StopEvent {
  readonly reply: HookReply
  /** How often this turn was continued. */
  readonly held: number
  /** Whether a hook is continuing this turn now. */
  readonly active: boolean
}

interface HookReply {
  readonly text: string
  readonly calls: readonly HookCall[]
}

/** A tool call as hooks see it. `within` is the call that ran the cell, for a call made inside one. */
interface HookCall {
  readonly id: CallId
  readonly name: string
  readonly args: JsonObject
  readonly within?: CallId
}

type CallId = Branded<'call'>

type Branded<Name extends string> = string & {
  readonly [brand]: Name
}

/** Identifiers are strings with a brand, so that a call's id cannot stand where a span's is meant. */
declare const brand: unique symbol

interface HookResult {
  readonly id: CallId
  readonly name: string
  /** What the model would read, at most 64 KiB of it. */
  readonly content: string
  readonly isError: boolean
}

/**
 * - `running`: not ended; `waiting`: held by a question to a person
 * - `ok`; `error`: it failed; `refused`: a hook, permission or person said no and it did not run
 * - `stopped`: by the person, or by a halt; `interrupted`: the process died; `unknown`: had started when the process died
 * - `not_run`: recorded and never started (cut off, dropped, or behind a halt)
 */
type SpanStatus = 'running' | 'waiting' | 'ok' | 'error' | 'refused' | 'stopped' | 'interrupted' | 'unknown' | 'not_run'

/** One row of the session's conversation as the next request would hold it. `tag` is the row's id. */
interface HistoryTurn {
  readonly tag: number
  readonly role: 'user' | 'assistant' | 'result' | 'summary'
  /** At most 1,000 characters of it from `tail`, all of it from `get`. */
  readonly text: string
  /** Names of the tools that a reply called, or of the tool whose result it is. */
  readonly tools: readonly string[]
}

/** What `t.llm` answers. `tokens` is what the reply cost in and out, null where the server did not say. */
interface LlmAnswer {
  readonly text: string
  readonly tokens: number | null
}

interface ToolAnswer {
  readonly content: string
  readonly isError: boolean
}

/** Defines a hook with one function for all of its points: the default export of a hook file. */
declare function defineHook<const P extends PointId, S extends ParamsSchema | undefined = undefined>(
  spec: RunSpec<P, S>,
): HookDefinition

/** Defines a hook with a function for each point: the default export of a hook file. */
declare function defineHook<S extends ParamsSchema | undefined = undefined>(spec: OnSpec<S>): HookDefinition

/** https://standardschema.dev, as far as hooks need it. */
interface ParamsSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>
    readonly types?:
      | {
          readonly input: Input
          readonly output: Output
        }
      | undefined
  }
}

type Validated<Output> =
  | {
      readonly value: Output
      readonly issues?: undefined
    }
  | {
      readonly issues: readonly Issue[]
    }

type Issue = {
  readonly message: string
  readonly path?:
    | readonly (
        | PropertyKey
        | {
            readonly key: PropertyKey
          }
      )[]
    | undefined
}

/** One function for all points at which the hook is asked. */
interface RunSpec<P extends PointId, S> extends Described<S> {
  /** Where it is asked. */
  readonly points: readonly P[]
  readonly on?: never
  /** Answers. `input` holds `point` and what that point hands over. Nothing at all gives the point back. */
  run(t: Snapshot<ParamsOf<S>>, input: InputAt<P>): Later<AnswerAt<P>>
}

interface Described<S> {
  /** What the palette and the rail show. */
  readonly name: string
  /** One or two sentences for the palette: what it does, and to what. */
  readonly description: string
  /** What a person may set: `z.object({ … })`, or any schema that speaks Standard Schema. Checked values are `t.params`. */
  readonly params?: S
  /** Which tools it is asked about, at `tools.*`: names split at `|`, or a regular expression. */
  readonly matcher?: string
  /** Milliseconds, at most 600,000; 30,000 where it says nothing. */
  readonly timeoutMs?: number
  /** Ask once more with the final value when a later hook rewrote what this one passed. */
  readonly recheck?: boolean
  /** What a failure means, unless the person chooses otherwise; `open` where it says nothing. */
  readonly onFailure?: FailurePolicy
  /** Only listens: never waited for, decides nothing. */
  readonly observe?: boolean
}

type FailurePolicy = 'open' | 'closed' | 'replay'

/** `t`, the first argument of every hook. `params` are the parameters of a library hook, as its schema gave them. */
type Snapshot<Params = unknown> = Writable<HookFacts> &
  Words & {
    readonly params: Params
  }

type Writable<T> = {
  -readonly [Key in keyof T]: T[Key]
}

/** `t` in a program's hook file, which has no parameters: `export function before(t: T, call: Call)`. */
type T = Snapshot<NoParams>

type NoParams = Readonly<Record<string, never>>

/** The facts on `t`, made afresh for each call of a hook. */
interface HookFacts {
  /** Number of the turn within the session, from 1. */
  readonly turn: number
  /** Number of the step within the turn, from 1; 0 before the first. */
  readonly step: number
  /** Number of the step within the session, from 1. */
  readonly pass: number
  /** What the provider last reported, or null. */
  readonly promptTokens: number | null
  /** Of this turn's replies so far. A model call that failed has no reply. */
  readonly turnTokens: TokenCount
  /** Of the session's, this turn's among them; of replies that were summed up since it is not told. */
  readonly sessionTokens: TokenCount
  /** Tokens that this conversation is measured against, or null where the model's window is unknown. */
  readonly budget: number | null
  /** The model that the next call goes to, as it stands. */
  readonly model: string
  readonly provider: string
  /** `main`, or the name under which this session was started by another. */
  readonly agent: string
  /** Hash of what rules this turn. */
  readonly composition: string
  readonly sessionId: string
  readonly turnId: string
  /** The program whose prompt and hooks rule the session, or null. */
  readonly program: string | null
  /** The folder that the session works in, absolute. */
  readonly workspace: string
  /** The message that arrived last. */
  readonly incoming: string
  /** The system prompt, as it stands. */
  readonly system: string
  /** What the workspace's own instructions say. */
  readonly projectInstructions: string
  /** JSON Schema of the answer, or null. */
  readonly outputSchema: Json
  readonly skills: readonly Skill[]
  /** Whether this session was started by another. */
  readonly spawned: boolean
  /** A back-test or `belay fire`: nothing may be changed. */
  readonly dryRun: boolean
  /** Steps that a turn may take. */
  readonly maxIterations: number
  /** Calls that the model asked for in the step just taken; 0 but at `stop.done`. */
  readonly toolCalls: number
}

/** Tokens of replies. One that did not report all of its own counts as `unreported`: what it used is in no sum, or in part. */
interface TokenCount {
  readonly input: number
  readonly output: number
  readonly replies: number
  readonly unreported: number
}

interface Skill {
  readonly name: string
  readonly description: string
}

/** The constructors of verdicts. What each may be used for stands in the points table and is checked by the types. */
declare class Words extends SessionWords {
  /** Gives the point back: the default runs. */
  get useDefault(): Said<'pass', null>
  /** As `useDefault`, with the function's name on it: `t.default.before(call)`. What it is given is dropped. */
  get default(): typeof DEFAULTS
  /** Refuses, with a reason that the model reads. `deny`, `reject` and `block` are one word. */
  deny(reason: string): Said<'block', null>
  /** As `deny`, for a text: the input or the answer is refused, and this is why. */
  reject(reason: string): Said<'block', null>
  /** As `deny`. At `stop.done` the turn goes on, and the model reads this. */
  block(reason: string): Said<'block', null>
  /** Puts a question to the person; the call runs once they allow it. */
  ask(question: string): Said<
    'ask',
    {
      readonly question: string
    }
  >
  /** Skips the permission question; never a refusal. */
  allow(): Said<'allow', null>
  /** The tool does not run: this is its result. At `stop.done`: this is the answer. */
  answer(content: Json): Said<'answer', Json>
  /** As returning the value itself, for a rewrite that has something to say beside. */
  rewrite<Value>(value: Value): Said<'rewrite', Value>
  /** Not done: another pass. As returning null. */
  continue(): Said<'continue', null>
  /** The turn ends on what the model said. */
  done(reason?: string): Said<'done', null>
  /** Another pass, with this text as input first. */
  askAgain(text: string): Said<'ask_again', string>
  /** Tries the same model call again, at once or after a wait of at most 30 seconds. */
  retry(seconds?: number): Said<
    'retry',
    {
      readonly seconds: number
    }
  >
  /** The rest of the turn runs on another model. */
  switch(
    provider: string,
    model: string,
  ): Said<
    'switch',
    {
      readonly provider: string
      readonly model: string
    }
  >
  /** The turn ends without a repair. */
  escalate(): Said<'escalate', null>
  /** The history was taken care of. */
  handled(): Said<'handled', null>
  /** Decides nothing and tells the model something, ahead of its next call. */
  context(...texts: readonly string[]): Said<'pass', null>
  /** Decides nothing and tells the person something. */
  note(...texts: readonly string[]): Said<'pass', null>
  /** Decides nothing and leaves the model something to read at its next step. */
  remind(...texts: readonly string[]): Said<'pass', null>
  /** Ends the turn. */
  halt(reason: string): Said<'pass', null>
}

declare class SessionWords {
  #private
  /**
   * Asks the session's model for a text, on the session's endpoint and bill; or another `model`, by its name at the same
   * provider or as `provider/model`. It has 30 s of its own, in which the hook's time limit stands still.
   */
  llm(
    prompt: string,
    options?: {
      readonly model?: string
    },
  ): Promise<LlmAnswer>
  /**
   * Runs a tool of the session, asked through no hooks. Permissions apply; a command that is a parameter of the attached
   * hook is permitted. Refused in shadow and in a dry run.
   */
  tool(name: string, args?: JsonObject): Promise<ToolAnswer>
  /** The hook's own key-value store. */
  get store(): HookStore
  /** The session's conversation. */
  get history(): HookHistory
}

/** The hook's own key-value store: a program's, or this library hook's. It outlives the session and the process. */
interface HookStore {
  /** What was written under this key; `null` where nothing was. */
  get(key: string): Promise<Json>
  /** Writes a value that is JSON, at most 256 KB; `null` takes the key away. Of more than 1,000 keys the write is refused. */
  set(key: string, value: Json): Promise<void>
}

/**
 * The session's conversation, row by row, as the next request would hold it. `rewind`, `expand` and `collapse` change
 * that view only: what was said is never rewritten. They are refused in shadow, in a dry run and for observers.
 */
interface HookHistory {
  /** The last rows, oldest first: 10 of them, or as many as you say up to 100. Texts are cut at 1,000 characters. */
  tail(n?: number): Promise<readonly HistoryTurn[]>
  /** One row with all of its text; `null` where the view has none with this tag. */
  get(tag: number): Promise<HistoryTurn | null>
  /** The tags of all rows in the view, in order. */
  readonly tags: Promise<readonly number[]>
  /** Takes the rows behind this one out of the view. */
  rewind(tag: number): Promise<void>
  /** Unfolds the summary that begins at this tag. */
  expand(tag: number): Promise<void>
  /** Puts a summary in the place of these rows, the first and the last one among them. */
  collapse(fromTag: number, toTag: number, summary: string): Promise<void>
}

declare const useDefault: (..._dropped: readonly unknown[]) => Said<'pass', null>

/** `t.default.done(reply)`: the deferral with the point's name on it; arguments are accepted and dropped. */
declare const DEFAULTS: {
  readonly start: typeof useDefault
  readonly onInput: typeof useDefault
  readonly keep: typeof useDefault
  readonly summarize: typeof useDefault
  readonly build: typeof useDefault
  readonly choose: typeof useDefault
  readonly on: typeof useDefault
  readonly done: typeof useDefault
  readonly before: typeof useDefault
  readonly after: typeof useDefault
  readonly onOutput: typeof useDefault
  readonly stop: typeof useDefault
  readonly end: typeof useDefault
}

type ParamsOf<S> = S extends ParamsSchema<infer _Input, infer Output> ? Output : NoParams

type Later<T> = T | Promise<T>

/** What `defineHook` gives, and a hook file exports as its default. */
interface HookDefinition {
  readonly kind: typeof KIND
  readonly name: string
  readonly description: string
  readonly points: readonly PointId[]
  readonly params: ParamsSchema | null
  readonly matcher: string | null
  readonly timeoutMs: number
  readonly recheck: boolean
  readonly onFailure: FailurePolicy
  readonly observe: boolean
}

/** How a definition is known for one, also when it was made by another copy of this package. */
declare const KIND = 'belay.hook'

/** A function for each point. */
interface OnSpec<S> extends Described<S> {
  readonly points?: never
  readonly run?: never
  /** By point: `t`, what the point is about, and all that it hands over. */
  readonly on: OnFunctions<S>
}

type OnFunctions<S> = {
  readonly [P in PointId]?: (t: Snapshot<ParamsOf<S>>, subject: SubjectAt[P], event: EventAt<P>) => Later<AnswerAt<P>>
}

/** What a function of `on` gets as its second argument. */
interface SubjectAt {
  readonly 'session.start': PointEvents['session.start']['source']
  readonly 'guard.onInput': string
  readonly 'memory.keep': unknown
  readonly 'memory.summarize': string
  readonly 'context.build': unknown
  readonly 'model.choose': unknown
  readonly 'errors.on': string
  readonly 'stop.done': PointEvents['stop.done']['reply']
  readonly 'tools.before': PointEvents['tools.before']['call']
  readonly 'tools.after': PointEvents['tools.after']['result']
  readonly 'guard.onOutput': string
  readonly 'agent.start': string
  readonly 'agent.stop': PointEvents['agent.stop']['reply']
  readonly 'session.end': string
}

export {
  defineHook,
  type AnswerAt as Answer,
  type CallChange,
  type HistoryTurn,
  type HookCall as Call,
  type HookDefinition,
  type HookFacts as Facts,
  type HookHistory,
  type HookReply as Reply,
  type HookResult as Result,
  type HookStore,
  type InputAt as Input,
  type Json,
  type JsonObject,
  type LlmAnswer,
  type ModelChoice,
  type PointEvents as Events,
  type PointId,
  type RequestMessage as Message,
  type RequestPatch,
  type RequestTool as Tool,
  type Said,
  type Skill,
  type Snapshot,
  type T,
  type TokenCount,
  type ToolAnswer,
}
