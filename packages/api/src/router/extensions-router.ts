/** Extensions of sessions. */
import { z } from 'zod'
import * as shape from './shapes'
import { procedure, router } from './trpc'

const ofSession = z.object({ id: shape.session })

export const extensionsRouter = router({
  list: procedure
    .input(z.object({ id: shape.session.nullable() }))
    .query(({ ctx, input }) => ctx.operations.extensions(input.id)),
  set: procedure
    .input(ofSession.extend({ extension: shape.name, on: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.operations.setExtension(input.id, input.extension, input.on)),
})
