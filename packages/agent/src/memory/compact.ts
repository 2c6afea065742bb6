/**
 * One compaction: asks `memory.summarize` for its prompt, has the model sum up all but the newest part, and folds that part
 * of the view. Promises: whatever fails leaves everything as it was, and says so; it is on the record as a span and a notice.
 */
import { isJsonObject } from '@belay/hooks'
import { ATTR, type Attributes, type Outcome, type SpanId, type SpanStatus } from '@belay/trace'
import { ask } from '../asking'
import { editView } from '../edit-view'
import { notice, type Stage, windowOf } from '../stage'
import { type Fold, planFold } from './plan-fold'
import { estimateOf, messageLimit } from './size'
import { SUMMARY_PROMPT, summarize } from './summarize'

/** The newest part that stays as it is, of the window, or of what there is where that is less. */
const KEPT_SHARE = 0.25

export interface Compaction {
  readonly parent: SpanId | null
  /** A person, or a provider that takes no more, wants it: no hook can cancel it. */
  readonly forced: boolean
  /** Why, as the end of a sentence: `since …`. */
  readonly since: string
}

export type CompactionEnd =
  | { readonly end: 'done'; readonly rows: number; readonly before: number; readonly after: number }
  /** There is nothing that a summary could make smaller. */
  | { readonly end: 'nothing' }
  | { readonly end: 'stopped' | 'blocked' | 'failed'; readonly reason: string }

export async function compact(stage: Stage, compaction: Compaction): Promise<CompactionEnd> {
  const before = estimateOf(stage)
  const fold = planFold(stage.view.items(), {
    ...{ keep: kept(stage, before), limit: messageLimit(stage), newest: stage.view.newestInput() },
  })
  if (fold === null) return { end: 'nothing' }
  const { parent, forced } = compaction
  const attributes = {
    [ATTR.tokensBefore]: before,
    [ATTR.tokensEstimated]: true,
    [ATTR.rowsFolded]: fold.items.length,
  }
  const span = stage.spans.start({
    kind: 'compaction',
    name: forced ? 'compaction (forced)' : 'compaction',
    parent,
    attributes,
  })
  const end = await insideSpan(stage, { ...compaction, span, fold, before })
  const after: Attributes = end.end === 'done' ? { [ATTR.tokensAfter]: end.after } : {}
  stage.spans.end(span, STATUS[end.end], after)
  return end
}

const STATUS: Readonly<Record<CompactionEnd['end'], SpanStatus>> = {
  ...{ done: 'ok', nothing: 'not_run', stopped: 'stopped', blocked: 'refused', failed: 'error' },
}

function kept(stage: Stage, before: number): number {
  const window = windowOf(stage, stage.base)
  return KEPT_SHARE * Math.min(before, window ?? before)
}

interface Begun extends Compaction {
  readonly span: SpanId
  readonly fold: Fold
  readonly before: number
}

async function insideSpan(stage: Stage, begun: Begun): Promise<CompactionEnd> {
  const { span, fold, forced } = begun
  const upTo = stage.view.lastId()
  stage.ports.log.keep(span, { prompt: SUMMARY_PROMPT })
  const said = await ask(stage, { point: 'memory.summarize', event: { prompt: SUMMARY_PROMPT }, about: span })
  const over = whyOver(stage)
  if (over !== null) return over
  if (said?.decision === 'block') {
    const blocked = tellBlock(stage, said, forced)
    if (!forced) return { end: 'blocked', reason: blocked }
  }
  const summary = await summarize(stage, { span, prompt: promptOf(said), items: fold.items })
  if (!summary.ok) return whyOver(stage) ?? fail(stage, summary.why)
  const { from, to } = fold
  editView(stage, { do: 'collapse', from, to, summary: summary.text, upTo }, null)
  const end = { end: 'done', rows: fold.items.length, before: begun.before, after: estimateOf(stage) } as const
  tellDone(stage, end, begun.since)
  return end
}

function whyOver(stage: Stage): CompactionEnd | null {
  if (stage.setup.signal.aborted) return { end: 'stopped', reason: 'it was stopped' }
  return stage.halt === null ? null : { end: 'stopped', reason: `${stage.halt.by} halted it: ${stage.halt.reason}` }
}

function promptOf(said: Outcome | null): string {
  const value = isJsonObject(said?.value) ? said.value.prompt : said?.value
  return said?.decision !== 'block' && typeof value === 'string' ? value : SUMMARY_PROMPT
}

function tellBlock(stage: Stage, said: Outcome, forced: boolean): string {
  const why = `${said.by ?? 'a hook'}: ${said.reason ?? 'no reason given'}`
  notice(
    stage,
    forced
      ? `The conversation is summed up although a hook at memory.summarize said no (${why}): this one can't be cancelled.`
      : `The conversation was not summed up (${why}): it stays as it was.`,
  )
  return why
}

function fail(stage: Stage, why: string): CompactionEnd {
  notice(stage, `The conversation could not be summed up (${why}): it stays as it was.`)
  return { end: 'failed', reason: why }
}

function tellDone(stage: Stage, { rows, before, after }: CompactionEnd & { end: 'done' }, since: string): void {
  const sizes =
    after < before
      ? `about ${before} tokens before and ${after} now, estimated from characters`
      : `it is no smaller for that, at about ${after} tokens, estimated from characters`
  notice(stage, `${rows} earlier messages were summed up ${since}: ${sizes}. Nothing of the transcript was changed.`)
}
