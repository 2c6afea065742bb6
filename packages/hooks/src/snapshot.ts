/**
 * `t`: what a hook knows and the words it answers with. Made afresh for each call of a hook: the facts are a shallow copy
 * that it may write to, without effect outside.
 */
import type { Json } from '@belay/trace'
import type { HookFacts } from './events'
import type { NoParams } from './params'
import { given, Said } from './said'
import { type Behind, SessionWords } from './session-words'

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** `t`, the first argument of every hook. `params` are the parameters of a library hook, as its schema gave them. */
export type Snapshot<Params = unknown> = Writable<HookFacts> & Words & { readonly params: Params }

/** `t` in a program's hook file, which has no parameters: `export function before(t: T, call: Call)`. */
export type T = Snapshot<NoParams>

const NOBODY: Behind = {}
const USE_DEFAULT = new Said('pass', null)
const useDefault = (..._dropped: readonly unknown[]): Said<'pass', null> => USE_DEFAULT

/** `t.default.done(reply)`: the deferral with the point's name on it; arguments are accepted and dropped. */
const DEFAULTS = {
  start: useDefault,
  onInput: useDefault,
  keep: useDefault,
  summarize: useDefault,
  build: useDefault,
  choose: useDefault,
  on: useDefault,
  done: useDefault,
  before: useDefault,
  after: useDefault,
  onOutput: useDefault,
  stop: useDefault,
  end: useDefault,
} as const

/** The constructors of verdicts. What each may be used for stands in the points table and is checked by the types. */
export class Words extends SessionWords {
  /** Gives the point back: the default runs. */
  get useDefault(): Said<'pass', null> {
    return USE_DEFAULT
  }
  /** As `useDefault`, with the function's name on it: `t.default.before(call)`. What it is given is dropped. */
  get default(): typeof DEFAULTS {
    return DEFAULTS
  }

  /** Refuses, with a reason that the model reads. `deny`, `reject` and `block` are one word. */
  deny(reason: string): Said<'block', null> {
    return new Said('block', null, { reason: given(reason) || null })
  }
  /** As `deny`, for a text: the input or the answer is refused, and this is why. */
  reject(reason: string): Said<'block', null> {
    return this.deny(reason)
  }
  /** As `deny`. At `stop.done` the turn goes on, and the model reads this. */
  block(reason: string): Said<'block', null> {
    return this.deny(reason)
  }
  /** Puts a question to the person; the call runs once they allow it. */
  ask(question: string): Said<'ask', { readonly question: string }> {
    return new Said('ask', { question })
  }
  /** Skips the permission question; never a refusal. */
  allow(): Said<'allow', null> {
    return new Said('allow', null)
  }
  /** The tool does not run: this is its result. At `stop.done`: this is the answer. */
  answer(content: Json): Said<'answer', Json> {
    return new Said('answer', content)
  }
  /** As returning the value itself, for a rewrite that has something to say beside. */
  rewrite<Value>(value: Value): Said<'rewrite', Value> {
    return new Said('rewrite', value)
  }

  /** Not done: another pass. As returning null. */
  continue(): Said<'continue', null> {
    return new Said('continue', null)
  }
  /** The turn ends on what the model said. */
  done(reason?: string): Said<'done', null> {
    return new Said('done', null, { reason: reason ?? null })
  }
  /** Another pass, with this text as input first. */
  askAgain(text: string): Said<'ask_again', string> {
    return new Said('ask_again', text)
  }

  /** Tries the same model call again, at once or after a wait of at most 30 seconds. */
  retry(seconds = 0): Said<'retry', { readonly seconds: number }> {
    return new Said('retry', { seconds })
  }
  /** The rest of the turn runs on another model. */
  switch(provider: string, model: string): Said<'switch', { readonly provider: string; readonly model: string }> {
    return new Said('switch', { provider, model })
  }
  /** The turn ends without a repair. */
  escalate(): Said<'escalate', null> {
    return new Said('escalate', null)
  }

  /** The history was taken care of. */
  handled(): Said<'handled', null> {
    return new Said('handled', null)
  }

  /** Decides nothing and tells the model something, ahead of its next call. */
  context(...texts: readonly string[]): Said<'pass', null> {
    return USE_DEFAULT.withContext(...texts)
  }
  /** Decides nothing and tells the person something. */
  note(...texts: readonly string[]): Said<'pass', null> {
    return USE_DEFAULT.withNote(...texts)
  }
  /** Decides nothing and leaves the model something to read at its next step. */
  remind(...texts: readonly string[]): Said<'pass', null> {
    return USE_DEFAULT.withReminder(...texts)
  }
  /** Ends the turn. */
  halt(reason: string): Said<'pass', null> {
    return USE_DEFAULT.withHalt(reason)
  }
}

/** Without `behind` there is no session, and what is asked of it is refused. */
export function makeSnapshot<Params>(facts: HookFacts, params: Params, behind: Behind = NOBODY): Snapshot<Params> {
  return Object.assign(new Words(behind), facts, { params })
}
