/** Why things came out as they did, what was on record for hooks to be tried on, and what is wrong with hook files. */
import { z } from 'zod'
import * as shape from './shapes'
import { procedure, router } from './trpc'

const ofSession = z.object({ id: shape.session })
const ofSpan = ofSession.extend({ span: shape.span })

export const whyRouter = router({
  ofCall: procedure
    .input(ofSession.extend({ call: shape.call }))
    .query(({ ctx, input }) => ctx.operations.whyCall(input.id, input.call)),
  span: procedure.input(ofSpan).query(({ ctx, input }) => ctx.operations.whySpan(input.id, input.span)),
  findCalls: procedure
    .input(ofSession.extend({ text: shape.name, turn: z.number().int().min(1).nullable() }))
    .query(({ ctx, input }) => ctx.operations.findCalls(input.id, input.text, input.turn)),
  shadow: procedure
    .input(ofSession.extend({ attachment: shape.attachment }))
    .query(({ ctx, input }) => ctx.operations.shadowRecord(input.id, input.attachment)),
  fired: procedure.input(ofSpan).query(({ ctx, input }) => ctx.operations.firedEvent(input.id, input.span)),
  recorded: procedure
    .input(
      z.object({
        point: shape.point,
        session: shape.session.optional(),
        limit: shape.recordedLimit.optional(),
        matcher: shape.name.optional(),
      }),
    )
    .query(({ ctx, input }) => ctx.operations.recordedEvents(input)),
  attachedTroubles: procedure.query(({ ctx }) => ctx.operations.attachedTroubles()),
  // It loads the code that it is given the path of: nothing that a link or a picture can ask for.
  checkHooks: procedure
    .input(z.object({ paths: z.array(shape.name).max(1_000).readonly().optional() }))
    .mutation(({ ctx, input }) => ctx.operations.checkHooks(input.paths)),
})
