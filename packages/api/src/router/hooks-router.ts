/** The library, what is attached to a session, and the simulator. */
import { z } from 'zod'
import * as shape from './shapes'
import { procedure, router } from './trpc'

const ofSession = z.object({ id: shape.session })

export const hooksRouter = router({
  library: procedure.query(({ ctx }) => ctx.operations.library()),
  // It loads the code that it is given the path of: nothing that a link or a picture can ask for.
  find: procedure
    .input(z.object({ hook: shape.name }))
    .mutation(({ ctx, input }) => ctx.operations.findHook(input.hook)),
  composition: procedure.input(ofSession).query(({ ctx, input }) => ctx.operations.composition(input.id)),
  attach: procedure
    .input(ofSession.extend({ spec: shape.hookSpec }))
    .mutation(({ ctx, input }) => ctx.operations.attach(input.id, input.spec)),
  change: procedure
    .input(ofSession.extend({ attachment: shape.attachment, change: shape.change }))
    .mutation(({ ctx, input }) => ctx.operations.changeAttachment(input.id, input.attachment, input.change)),
  detach: procedure
    .input(ofSession.extend({ attachment: shape.attachment }))
    .mutation(({ ctx, input }) => ctx.operations.detach(input.id, input.attachment)),
  fire: procedure.input(shape.fireRequest).mutation(({ ctx, input }) => ctx.operations.fire(input)),
})
