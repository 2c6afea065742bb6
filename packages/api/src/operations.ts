/**
 * Everything that a person or a script can ask of Belay. The tRPC routers and the command line are two faces of this one
 * interface: neither does anything of its own.
 * A request that cannot be met throws an `OperationError` with one sentence for people.
 */
import type { Tool } from '@belay/agent'
import type { CommandEvent, LibraryHook } from '@belay/host'
import type {
  Answer,
  AttachmentId,
  Composition,
  FailurePolicy,
  HookMode,
  JsonObject,
  Outcome,
  PermissionMode,
  PointId,
  Question,
  QuestionId,
  RewriteRule,
  SessionFacts,
  SessionId,
  SpanDetail,
  SpanId,
  TraceEvent,
  TurnId,
  TurnStatus,
} from '@belay/trace'
import { showHidden } from '@belay/trace'
import type { CommandConfigs } from './contract/command-config'
import type { CommandHooking } from './contract/command-hooks'
import type { Compacting } from './contract/compacting'
import type { Composing } from './contract/composing'
import type { SessionExporting } from './contract/export'
import type { Extending } from './contract/extending'
import type { FileKeeping } from './contract/files'
import type { HookFiles, HookInspection } from './contract/hook-files'
import type { KeyKeeping } from './contract/keys'
import type { Programming } from './contract/programs'
import type { SessionKeeping, SessionQuery } from './contract/sessions'
import type { Trusting } from './contract/trusting'
import type { Explaining } from './contract/why'

export type OperationErrorCode = 'not_found' | 'bad_input' | 'conflict' | 'unavailable' | 'failed'

export class OperationError extends Error {
  override readonly name = 'OperationError'
  constructor(
    readonly code: OperationErrorCode,
    message: string,
  ) {
    // It quotes names and paths that somebody else may have chosen.
    super(showHidden(message))
  }
}

/** One line of the sessions page. */
export interface SessionSummary extends SessionFacts {
  /** Whether a person or a caller chose `model`; where nobody did, a program's own goes before it. */
  readonly modelChosen: boolean
  /** Epoch milliseconds of the last event. */
  readonly updatedAt: number
  readonly status: TurnStatus | 'idle'
  readonly turns: number
  readonly hooks: number
  readonly counts: VerdictCounts
  readonly tokens: number | null
  /** The tour's session: a button runs it again. */
  readonly tour: boolean
  /** The first line of the last prompt, or null. */
  readonly lastPrompt: string | null
  /** The last refusal of a hook, `hook: reason`, in one line; or null. */
  readonly lastRefusal: string | null
  readonly permission: PermissionMode
  readonly pinned: boolean
  readonly archived: boolean
  /** Since when it is deleted and can be restored; null where it is not. */
  readonly deletedAt: number | null
}

export interface VerdictCounts {
  readonly asked: number
  readonly blocked: number
  readonly rewritten: number
  readonly failed: number
}

export interface NewSession {
  readonly workspace: string
  readonly title?: string | undefined
  /** `provider/model`; the installation's default where absent. */
  readonly model?: string | undefined
  readonly permission?: PermissionMode | undefined
  /** The program that rules it: a name, or an absolute folder. */
  readonly program?: string | undefined
  /** Absolute: they take the place of the home's `hooks.json`, and turn the `hooks` extension on. */
  readonly commandFiles?: readonly string[] | undefined
  /** Extensions by name, beside those that a new session has, and of those the ones that it has not. */
  readonly enable?: readonly string[] | undefined
  readonly disable?: readonly string[] | undefined
  readonly attach?: readonly HookSpec[] | undefined
  readonly rewrites?: RewriteRule | undefined
  readonly stopAtFirstBlock?: boolean | undefined
}

export interface SendOptions {
  /** For this turn; the session's own where absent. */
  readonly permission?: PermissionMode | undefined
  /** Nobody is there to answer: every question is a refusal unless the mode is `auto`. */
  readonly headless?: boolean | undefined
  readonly maxIterations?: number | undefined
}

/** A hook to attach, as the menu and `--attach` name it. */
export interface HookSpec {
  readonly hook: string
  readonly params?: JsonObject | undefined
  readonly mode?: HookMode | undefined
  readonly onFailure?: FailurePolicy | undefined
  /** Absent: all points of the hook. */
  readonly points?: readonly PointId[] | undefined
  /** Place in the asking order, from 0; absent: last. */
  readonly position?: number | undefined
}

export interface AttachmentChange {
  readonly mode?: HookMode | undefined
  readonly onFailure?: FailurePolicy | undefined
  readonly params?: JsonObject | undefined
  /** Place in the asking order of the whole session, from 0, counted without this hook. */
  readonly position?: number | undefined
  /** Moves it to other stations that it can stand at. None: it is detached. */
  readonly points?: readonly PointId[] | undefined
}

export interface FireRequest {
  /** A point, or an event of Claude Code's that belongs to one. */
  readonly point: PointId | CommandEvent
  /** As the point has it, or as an agent sends it to its hooks (`hook_event_name`): commands then get it as it is. */
  readonly event: JsonObject
  readonly attach: readonly HookSpec[]
  /** Its hooks are asked first, in the place of those of the session's own program. */
  readonly program?: string | undefined
  readonly workspace: string | null
  readonly session: SessionId | null
  /** Absolute: they take the place of the home's `hooks.json`, and turn the `hooks` extension on. */
  readonly commandFiles?: readonly string[] | undefined
  /** Of the hooks that rule there this one alone, as its attachment names it: nobody else's command is run by it. */
  readonly only?: string | undefined
  readonly rewrites: RewriteRule
  readonly stopAtFirstBlock: boolean
  /** `t.tool` and `t.store.set` act; what permission would ask a person about is refused. */
  readonly live?: boolean | undefined
}

/** A file of another program, to become sessions. */
export interface ImportRequest {
  /** Absolute. */
  readonly path: string
  /** Where a session that knows no folder of its own works. */
  readonly workspace: string
}

/** What became of a file. The same content twice gives the same report and changes nothing. */
export interface ImportReport {
  readonly file: string
  readonly format: 'spans'
  readonly sessions: readonly SessionId[]
  readonly records: number
  /** Records of a type that is not known, kept as they are. */
  readonly unknown: Readonly<Record<string, number>>
  readonly unparsed: readonly { readonly line: number; readonly reason: string }[]
  readonly blank: number
  /** Byte ranges between records that hold no record. */
  readonly damaged: readonly { readonly from: number; readonly to: number }[]
  readonly incomplete: number
  readonly replayed: number
  readonly orphans: { readonly calls: number; readonly results: number }
  /** Times that were corrected. */
  readonly clock: number
  /** Parents that are missing or lead in a circle, and repeated ids. */
  readonly breaks: number
  readonly forks: number
  readonly skipped: readonly string[]
}

/** A line of the trace of `hooks.md` §9: one a point, below it one a hook (`hook` is null for the point's own line). */
export interface TraceLine {
  readonly point: PointId
  readonly hook: string | null
  /** The attachment of that hook: tells two of one name apart. */
  readonly hookId?: string
  readonly mode: HookMode | null
  readonly asked: number
  /** `use_default` + `failed` + `malformed`. */
  readonly default: number
  readonly failures: number
  readonly medianMs: number | null
  readonly p95Ms: number | null
  /**
   * Each decision, and `context`, `notes`, `reminder`, `halt`, `replayed`, `lost`, under its own name; `pass` of what answered and said
   * nothing; of a hook in shadow what it would have done (`would block`). Zeros left out.
   */
  readonly decisions: Readonly<Record<string, number>>
  /** The last three at most, in the hook's own words, the newest last. */
  readonly lastFailures: readonly string[]
  /** Of the events that they come from: their order across lines. */
  readonly lastFailureSeqs: readonly number[]
}

export interface ModelChoice {
  /** `provider/model`. */
  readonly id: string
  readonly label: string
  /** Tokens that a request may hold; null or absent where that is not known. */
  readonly window?: number | null
  /** US dollars for a million tokens; absent where that is not known. */
  readonly price?: { readonly input: number; readonly output: number }
  /** What a session gets where nobody says; absent on all others. */
  readonly isDefault?: true
}

export interface DoctorLine {
  readonly name: string
  readonly ok: boolean
  readonly text: string
}

/** A page of events. `live` is false while the log is being read, true once it has been caught up with. */
export interface EventBatch {
  readonly events: readonly TraceEvent[]
  /** The log was read to its end. */
  readonly live: boolean
  /** The sequence number up to which it was told. */
  readonly last: number
  /** The events as JSON, where they were not parsed yet: `events` parses them. */
  readonly packed?: string
}

export interface Operations
  extends Composing,
    Compacting,
    FileKeeping,
    SessionKeeping,
    SessionExporting,
    Explaining,
    HookInspection,
    HookFiles,
    CommandHooking,
    Extending,
    Trusting,
    KeyKeeping,
    CommandConfigs,
    Programming {
  /** Pinned ones first, then the latest. */
  sessions(query?: SessionQuery): Promise<readonly SessionSummary[]>
  session(id: SessionId): Promise<SessionSummary>
  createSession(session: NewSession): Promise<SessionFacts>
  renameSession(id: SessionId, title: string): Promise<void>
  setModel(id: SessionId, model: string): Promise<void>
  setPermission(id: SessionId, mode: PermissionMode): Promise<void>

  /** Starts a turn, or queues the text where one runs. */
  send(
    id: SessionId,
    text: string,
    options?: SendOptions,
  ): Promise<{ readonly turn: TurnId | null; readonly queued: boolean }>
  /**
   * Ends the running turn within a second. Says whether there was one. `reason` is the sentence that its end carries where
   * something else than the person stopped it, such as a time limit.
   */
  stop(id: SessionId, reason?: string): Promise<{ readonly stopped: boolean }>
  questions(id: SessionId): Promise<readonly Question[]>
  answer(id: SessionId, question: QuestionId, answer: Exclude<Answer, { say: 'closed' }>): Promise<void>

  /** Events after `after`, first from the log, then live until the signal aborts. None twice, none left out. */
  events(id: SessionId, after: number, signal: AbortSignal): AsyncIterable<EventBatch>
  /** Says which sessions changed, as it happens. */
  changes(signal: AbortSignal): AsyncIterable<{ readonly session: SessionId }>
  spanDetail(id: SessionId, span: SpanId): Promise<SpanDetail>

  library(): Promise<readonly LibraryHook[]>
  /** One hook by its slug or absolute path, whether it loads or not; null where there is none. */
  findHook(hook: string): Promise<LibraryHook | null>
  composition(id: SessionId): Promise<Composition>
  attach(id: SessionId, spec: HookSpec): Promise<Composition>
  changeAttachment(id: SessionId, attachment: AttachmentId, change: AttachmentChange): Promise<Composition>
  detach(id: SessionId, attachment: AttachmentId): Promise<Composition>

  fire(request: FireRequest): Promise<Outcome>
  trace(id: SessionId, turn: number | null): Promise<readonly TraceLine[]>
  /** All of the file or nothing. It is read by whoever holds the home, so that its size meets no limit of the wire. */
  importFile(request: ImportRequest): Promise<ImportReport>

  tools(): readonly Pick<Tool, 'name' | 'description' | 'schema' | 'readOnly'>[]
  models(): readonly ModelChoice[]
  doctor(): Promise<readonly DoctorLine[]>
  /** Sends the tour's first prompt again in the tour's session, on a fresh copy of its sample folder. */
  runTour(): Promise<{ readonly session: SessionId }>
  /** Runs the tour in a home that never had one. */
  beginTour(): Promise<void>

  /**
   * Waits for running turns to stop, writes what is pending and lets go of the home folder. Hooks that only listen are
   * waited for, each up to its own limit, until `until` aborts; without it for two seconds. Then they are ended, and their
   * verdicts say so.
   */
  close(until?: AbortSignal): Promise<void>
}
