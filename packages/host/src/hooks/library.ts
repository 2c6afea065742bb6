/**
 * The hook library: the built-in configurable hooks and the person's own files (`hooks/<slug>.ts` under the home folder).
 * Promises: listing and loading never throw for a bad file, they say what is wrong with it; a person's own code runs
 * only in a worker that can be ended.
 */
import type { Hook } from '@belay/hooks'
import type { Attachment, FailurePolicy, JsonObject, PointId, Unfit } from '@belay/trace'
import type { Program } from './programs/program'

/** What the palette, `hooks list` and the attach menu show of one hook. */
export interface LibraryHook {
  /** What attaches it: a slug, or an absolute path for a file outside the home folder. */
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly points: readonly PointId[]
  /** Which tools it is asked about, as it says itself; absent or null: all, and where it does not load. */
  readonly matcher?: string | null
  /** JSON Schema of its parameters with defaults, or null where it takes none. */
  readonly paramsSchema: JsonObject | null
  readonly defaults: JsonObject
  readonly builtIn: boolean
  readonly file: string | null
  readonly timeoutMs: number
  readonly onFailure: FailurePolicy
  readonly recheck: boolean
  readonly observe: boolean
  /** It stands at all of its points or at none: what it hears at one it judges by at another. */
  readonly together?: boolean
  /** Content hash of the code that runs: of the file, or of its last good version where the file does not load now; null where none ever did. */
  readonly version: string | null
  /** Since when (epoch milliseconds) an older version runs because the file has an error; absent where the file itself runs. */
  readonly stale?: number
  /** Beside it: when the version that runs was first known to load. */
  readonly versionAt?: number
  /** Of an attachment alone: what its file does not take of it. */
  readonly unfit?: Unfit
  readonly error: { readonly file: string | null; readonly line: number | null; readonly message: string } | null
}

/** What a text would be as a hook file. */
export interface HookDraft {
  /** Its `error` says why it does not load. */
  readonly hook: LibraryHook
  checkParams(params: JsonObject): ReturnType<HookLibrary['checkParams']>
  /** As `HookLibrary.load` gives it. */
  load(attachment: Attachment): Promise<Hook>
}

export interface HookLibrary {
  /** Built-in ones first, each part by name. Reads the folder anew. */
  list(): Promise<readonly LibraryHook[]>
  /** By slug or path (absolute, or relative to `from`); null where there is none. */
  find(hook: string, from?: string): Promise<LibraryHook | null>
  /**
   * As it runs where it is attached: an older version with its error where the file does not take the parameters any more, and
   * `unfit` wherever it is not asked as it was attached; null where there is none. Absent: as `find` has it.
   */
  attached?(attachment: Attachment): Promise<LibraryHook | null>
  /** Parameters with the defaults filled in, or a sentence that names what does not fit. */
  checkParams(
    hook: LibraryHook,
    params: JsonObject,
  ): Promise<{ readonly ok: true; readonly params: JsonObject } | { readonly ok: false; readonly message: string }>
  /** The programs under the home folder, by name. Reads their folders anew. */
  programs(): Promise<readonly Program[]>
  /** By name or absolute folder; null where there is no such folder. */
  program(nameOrFolder: string): Promise<Program | null>
  /** Pipeline hooks in the order of the attachments, one each: what cannot be loaded is `unavailable` with its reason. */
  load(attachments: readonly Attachment[]): Promise<readonly Hook[]>
  /**
   * A text as if it stood in that file (absolute), which need not be there; nothing is written, and what runs is not
   * changed. Absent where a library has no files.
   */
  draft?(file: string, text: string): Promise<HookDraft>
  /**
   * Ends what hooks still run: workers, and programs with their process groups. Resolves once those are gone; waits a
   * moment for what observers are still writing. Who wants late answers waits for them before.
   */
  close(): Promise<void>
}
