/** Sessions, their turns, and their log as it grows. */

import type { SessionId } from '@belay/trace'
import { tracked } from '@trpc/server'
import { z } from 'zod'
import type { EventBatch, Operations } from '../operations'
import * as shape from './shapes'
import { procedure, router, telling } from './trpc'

const ofSession = z.object({ id: shape.session })

export const sessionsRouter = router({
  list: procedure.input(shape.sessionQuery.optional()).query(({ ctx, input }) => ctx.operations.sessions(input)),
  get: procedure.input(ofSession).query(({ ctx, input }) => ctx.operations.session(input.id)),
  create: procedure.input(shape.newSession).mutation(({ ctx, input }) => ctx.operations.createSession(input)),
  rename: procedure
    .input(ofSession.extend({ title: shape.name }))
    .mutation(({ ctx, input }) => ctx.operations.renameSession(input.id, input.title)),
  setModel: procedure
    .input(ofSession.extend({ model: shape.name }))
    .mutation(({ ctx, input }) => ctx.operations.setModel(input.id, input.model)),
  setPermission: procedure
    .input(ofSession.extend({ permission: shape.permission }))
    .mutation(({ ctx, input }) => ctx.operations.setPermission(input.id, input.permission)),
  send: procedure
    .input(ofSession.extend({ text: shape.text, options: shape.sendOptions.optional() }))
    .mutation(({ ctx, input }) => ctx.operations.send(input.id, input.text, input.options)),
  stop: procedure
    .input(ofSession.extend({ reason: shape.name.optional() }))
    .mutation(({ ctx, input }) => ctx.operations.stop(input.id, input.reason)),
  questions: procedure.input(ofSession).query(({ ctx, input }) => ctx.operations.questions(input.id)),
  answer: procedure
    .input(ofSession.extend({ question: shape.question, answer: shape.answer }))
    .mutation(({ ctx, input }) => ctx.operations.answer(input.id, input.question, input.answer)),
  spanDetail: procedure
    .input(ofSession.extend({ span: shape.span }))
    .query(({ ctx, input }) => ctx.operations.spanDetail(input.id, input.span)),
  /**
   * Batches of events after `after`; a dropped socket goes on after the last batch that it saw. The id of a batch is the
   * sequence number of its last event. `packed` are the events as JSON: what walks everything that is sent, in search of what is no
   * JSON, would take longer than all else.
   */
  events: procedure
    .input(
      ofSession.extend({
        after: z.number().int().min(0).default(0),
        lastEventId: z.coerce.number().int().min(0).optional(),
      }),
    )
    .subscription(async function* ({ ctx, input, signal }) {
      const after = input.lastEventId ?? input.after
      const batches = startEvents(ctx.operations, {
        id: input.id,
        after,
        signal: signal ?? new AbortController().signal,
      })
      for await (const batch of telling(batches)) {
        const packed = batch.packed ?? JSON.stringify(batch.events)
        yield tracked(String(batch.last), { packed, live: batch.live })
        await ctx.drained?.()
      }
    }),
  changes: procedure.subscription(async function* ({ ctx, signal }) {
    yield* ctx.operations.changes(signal ?? new AbortController().signal)
  }),
})

/** A session that is not there is told as the first item's failure, where `telling` hears it. */
async function* startEvents(
  operations: Operations,
  { id, after, signal }: { readonly id: SessionId; readonly after: number; readonly signal: AbortSignal },
): AsyncGenerator<EventBatch> {
  yield* operations.events(id, after, signal)
}
