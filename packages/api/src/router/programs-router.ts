/** Programs, and which of them rules a session. */
import { z } from 'zod'
import * as shape from './shapes'
import { procedure, router } from './trpc'

export const programsRouter = router({
  list: procedure.query(({ ctx }) => ctx.operations.programs()),
  get: procedure.input(z.object({ name: shape.name })).query(({ ctx, input }) => ctx.operations.program(input.name)),
  set: procedure
    .input(z.object({ id: shape.session, name: shape.name.nullable() }))
    .mutation(({ ctx, input }) => ctx.operations.setProgram(input.id, input.name)),
})
