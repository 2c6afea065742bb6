/**
 * The words of `t` that ask the session for something: `t.llm`, `t.store`, `t.history`, `t.tool`. Promises: each gives a
 * promise and never throws; a refusal rejects with a sentence, and with the stack of the line that asked.
 */
import type { Json, JsonObject } from '@belay/trace'
import { readLlm, readTags, readTool, readTurn, readTurns } from './callback-answers'
import * as requests from './callback-requests'
import type { CallbackPort, CallbackRequest, HistoryTurn, LlmAnswer, ToolAnswer } from './callbacks'
import { noCallbacks } from './no-callbacks'

/** Where the port comes from; it is only looked at when something is asked. */
export interface Behind {
  readonly callbacks?: CallbackPort
}

/** The hook's own key-value store: a program's, or this library hook's. It outlives the session and the process. */
export interface HookStore {
  /** What was written under this key; `null` where nothing was. */
  get(key: string): Promise<Json>
  /** Writes a value that is JSON, at most 256 KB; `null` takes the key away. Of more than 1,000 keys the write is refused. */
  set(key: string, value: Json): Promise<void>
}

/**
 * The session's conversation, row by row, as the next request would hold it. `rewind`, `expand` and `collapse` change
 * that view only: what was said is never rewritten. They are refused in shadow, in a dry run and for observers.
 */
export interface HookHistory {
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

export class SessionWords {
  readonly #behind: Behind

  /** @internal */
  constructor(behind: Behind) {
    this.#behind = behind
  }

  /**
   * Asks the session's model for a text, on the session's endpoint and bill; or another `model`, by its name at the same
   * provider or as `provider/model`. It has 30 s of its own, in which the hook's time limit stands still.
   */
  llm(prompt: string, options?: { readonly model?: string }): Promise<LlmAnswer> {
    return put(this.#behind, () => requests.llm(prompt, options), readLlm)
  }

  /**
   * Runs a tool of the session, asked through no hooks. Permissions apply; a command that is a parameter of the attached
   * hook is permitted. Refused in shadow and in a dry run.
   */
  tool(name: string, args?: JsonObject): Promise<ToolAnswer> {
    return put(this.#behind, () => requests.tool(name, args), readTool)
  }

  /** The hook's own key-value store. */
  get store(): HookStore {
    const behind = this.#behind
    return {
      get: (key) => put(behind, () => requests.storeGet(key), asItIs),
      set: (key, value) => put(behind, () => requests.storeSet(key, value), nothing),
    }
  }

  /** The session's conversation. */
  get history(): HookHistory {
    const behind = this.#behind
    return {
      tail: (n) => put(behind, () => requests.historyTail(n), readTurns),
      get: (tag) => put(behind, () => requests.historyAt('get', tag), readTurn),
      get tags() {
        return put(behind, () => ({ do: 'history.tags' }), readTags)
      },
      rewind: (tag) => put(behind, () => requests.historyAt('rewind', tag), nothing),
      expand: (tag) => put(behind, () => requests.historyAt('expand', tag), nothing),
      collapse: (from, to, summary) => put(behind, () => requests.historyCollapse(from, to, summary), nothing),
    }
  }
}

const asItIs = (answer: Json): Json => answer
const nothing = (): void => undefined

function put<T>(behind: Behind, request: () => CallbackRequest, read: (answer: Json) => T): Promise<T> {
  const asked = new Error()
  const answer = (async () => read(await (behind.callbacks ?? noCallbacks)(request())))().catch((thrown: unknown) => {
    throw saidAt(asked, thrown)
  })
  // A request that nobody waits for must not end the thread by being refused.
  answer.catch(() => undefined)
  return answer
}

/** What was refused, at the line that asked for it: the refusal itself comes from afar. */
function saidAt(asked: Error, thrown: unknown): Error {
  if (thrown instanceof TypeError) return thrown
  asked.message = thrown instanceof Error ? thrown.message : String(thrown)
  return asked
}
