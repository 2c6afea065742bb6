/** What the editor asks of the type checker: each question brings the text that it is about, so that no answer is of another. */

export interface HookText {
  readonly text: string
  /** `.js` and `.mjs` are read without types. */
  readonly language: 'ts' | 'js'
}

export interface TypeProblem {
  readonly from: number
  readonly to: number
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
}

export interface Suggestion {
  readonly label: string
  /** What is written, where it is another text. */
  readonly apply?: string
  /** As CodeMirror names its signs; absent where it has none. */
  readonly type?: string
  /** The higher, the earlier. */
  readonly boost: number
}

export interface Suggestions {
  /** Where what they replace begins. */
  readonly from: number
  readonly to: number
  readonly options: readonly Suggestion[]
}

/** `code` is a declaration, `text` what its comment says. */
export interface Explained {
  readonly from: number
  readonly to: number
  readonly code: string
  readonly text: string
}

export interface Completing extends HookText {
  readonly pos: number
  /** Asked for by key: also where nothing was typed. */
  readonly explicit: boolean
}

export interface HookTypes {
  /** Resolves when it can answer; rejects where the declarations can't be read. */
  ready(): Promise<void>
  problems(hook: HookText): Promise<readonly TypeProblem[]>
  complete(asked: Completing): Promise<Suggestions | null>
  /** More about one of the suggestions there. */
  describe(
    asked: HookText & { readonly pos: number; readonly label: string },
  ): Promise<Omit<Explained, 'from' | 'to'> | null>
  hover(asked: HookText & { readonly pos: number }): Promise<Explained | null>
}
