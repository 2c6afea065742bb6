/**
 * What a person does to the hooks of the session, and taking it back. Promises: each edit is said quietly, with its undo;
 * one that was made on the hooks of an earlier turn goes to those of now, and the page says so and shows them; steps back
 * and forth go one after another, and behind the edits that were asked for before them, however fast the key is pressed.
 */
import type { AttachmentChange, SharedChange } from '@belay/api'
import type { AttachmentId, Composition, SessionId } from '@belay/trace'
import { type AttachSetRequest, api, type HookSpec } from '../../lib/api'
import { sayError, sayQuietly, sentenceOf } from '../../lib/errors'
import { storeOf } from '../../lib/open-store'
import { changeView, viewNow } from '../../lib/use-view'
import { type Since, sinceTurn } from '../../lib/view/past'
import { changeOfPast, specOfPast } from '../../lib/view/past-change'
import { type MeantSet, setCountText } from '../../lib/view/set-count'
import { EditLine } from './edit-line'
import { sayEdit } from './edit-toast'
import { reached } from './reached'

export interface ComposingActions {
  attach(spec: HookSpec): Promise<boolean>
  change(attachment: AttachmentId, change: AttachmentChange): Promise<boolean>
  detach(attachment: AttachmentId): Promise<boolean>
  /** The same with all of them or none, as one edit. */
  changeSeveral(attachments: readonly AttachmentId[], change: SharedChange): Promise<boolean>
  attachSet(request: AttachSetRequest, meant: MeantSet): Promise<boolean>
  /** Null takes it off. */
  setProgram(name: string | null): Promise<boolean>
  /** Null, or why nothing changed. */
  setExtension(extension: string, on: boolean): Promise<string | null>
  /** The hooks of a composition that ruled a turn. */
  restore(hash: string, turn: number): Promise<boolean>
  /** `expect`: the hash that the person looks at; absent: what rules now as this page knows it. */
  undo(expect?: string): Promise<boolean>
  redo(expect?: string): Promise<boolean>
}

/** One for a session, so that its steps back and forth are in one line, wherever they come from. */
const made = new Map<SessionId, ComposingActions>()

export function composingActions(id: SessionId): ComposingActions {
  const actions = made.get(id) ?? makeActions(id)
  made.set(id, actions)
  return actions
}

function makeActions(id: SessionId): ComposingActions {
  const { state } = storeOf(id)
  const line = new EditLine()
  const run = (work: () => Promise<Composition>, told: EditTold) => line.edit(() => runEdit(id, work, told))
  const edit = (work: () => Promise<Composition>, past = leavePast(id)) => run(work, { past })
  const step = (kind: 'undo' | 'redo', expect: string | undefined) => line.step(() => runStep(id, kind, expect))
  return {
    attach: (spec) => {
      const past = leavePast(id)
      return edit(() => api.attach(id, past === null ? spec : specOfPast(spec)), past)
    },
    change: (attachment, change) => {
      const past = leavePast(id)
      const meant =
        past === null ? { kind: 'apply' as const, change } : changeOfPast(state.composition, attachment, change)
      if (meant.kind === 'apply') return edit(() => api.change(id, attachment, meant.change), past)
      sayQuietly(meant.kind === 'gone' ? goneText(past) : orderText(past))
      return Promise.resolve(false)
    },
    detach: (attachment) => {
      const past = leavePast(id)
      const isThere = state.composition?.hooks.some((hook) => hook.id === attachment) === true
      if (past === null || isThere) return edit(() => api.detach(id, attachment), past)
      sayQuietly(goneText(past))
      return Promise.resolve(false)
    },
    changeSeveral: (attachments, change) => edit(() => api.changeHooks(id, attachments, change)),
    attachSet: (request, meant) => {
      const before = state.composition?.hooks ?? []
      const count = (after: Composition) => setCountText({ ...meant, before, after: after.hooks })
      return run(() => api.attachSet(id, request), { past: leavePast(id), count })
    },
    setProgram: (name) => edit(() => api.setProgram(id, name)),
    async setExtension(extension, on) {
      let reason: string | null = null
      const tell = (error: unknown) => {
        reason = sentenceOf(error)
      }
      await run(() => api.setExtension(id, extension, on), { past: leavePast(id), tell })
      return reason
    },
    restore: (hash, turn) => {
      changeView(NOW)
      return edit(() => api.restore(id, hash, turn), null)
    },
    undo: (expect) => step('undo', expect),
    redo: (expect) => step('redo', expect),
  }
}

const NOW = { turn: null, event: null } as const

/** What the server said rules now, where the log has not told this page of it in time. */
const ahead = new Map<SessionId, string>()

async function hear(id: SessionId, hash: string): Promise<void> {
  if (await reached(storeOf(id), hash)) ahead.delete(id)
  else ahead.set(id, hash)
}

/** Where the hooks of an earlier turn are shown, those of now are shown from here on. Says which turn it was. */
function leavePast(id: SessionId): Since | null {
  const { state } = storeOf(id)
  const { turn: number } = viewNow()
  const since = sinceTurn(state, state.turns.find((turn) => turn.number === number) ?? null)
  if (since !== null || viewNow().event !== null) changeView(NOW)
  return since
}

interface EditTold {
  readonly past: Since | null
  readonly count?: (after: Composition) => string
  readonly tell?: (error: unknown) => void
}

async function runEdit(
  id: SessionId,
  work: () => Promise<Composition>,
  { past, count = () => '', tell = sayError }: EditTold,
): Promise<boolean> {
  const store = storeOf(id)
  const before = store.state.composition?.hash
  try {
    const after = await work()
    const { hash } = after
    await hear(id, hash)
    const name = store.state.history.undo.at(-1)?.name
    const remark = remarkOn(past, store.state.live !== null)
    if (hash === before || name === undefined) {
      const said = [count(after), past === null ? '' : remark].filter((part) => part !== '').join(' ')
      if (said !== '') sayQuietly(said)
      return true
    }
    const undo = () => void composingActions(id).undo(hash)
    sayEdit({ text: [`Done: ${name}.`, count(after)].join(' ').trim(), remark, again: { label: 'Undo', run: undo } })
    return true
  } catch (error) {
    tell(error)
    return false
  }
}

async function runStep(id: SessionId, kind: 'undo' | 'redo', expect: string | undefined): Promise<boolean> {
  const store = storeOf(id)
  const { state } = store
  const name = state.history[kind].at(-1)?.name
  // Where the log is late, only the server knows whether there is something.
  if (name === undefined && !ahead.has(id)) return false
  const past = leavePast(id)
  try {
    const { hash } = await api[kind](id, expect ?? ahead.get(id) ?? state.composition?.hash)
    await hear(id, hash)
    const remark = remarkOn(past, state.live !== null)
    const back = () => void composingActions(id)[kind === 'undo' ? 'redo' : 'undo'](hash)
    const text = `${kind === 'undo' ? 'Undone' : 'Redone'}${name === undefined ? '' : `: ${name}`}.`
    sayEdit({ text, remark, again: { label: kind === 'undo' ? 'Redo' : 'Undo', run: back } })
    return true
  } catch (error) {
    sayError(error)
    return false
  }
}

/** A turn keeps what it started with: without a word a change during one would seem to be lost. */
function remarkOn(past: Since | null, runs: boolean): string {
  const parts = [
    ...(past === null ? [] : [`Turn ${past.turn} is past: this applies to the hooks as they are now.`]),
    ...(runs ? ['A turn is running: this applies from the next turn.'] : []),
  ]
  return parts.join(' ')
}

function goneText(past: Since | null): string {
  return `That hook is not attached any more, so nothing was changed. ${shownText(past)}`
}

function orderText(past: Since | null): string {
  return `The order that you saw is past, so nothing was moved. ${shownText(past)}`
}

function shownText(past: Since | null): string {
  return past === null ? '' : `You looked at turn ${past.turn}; these are the hooks as they are now.`
}
