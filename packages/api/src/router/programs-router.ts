/** Programs, and which of them rules a session. */
import { z } from 'zod'
import * as shape from './shapes'
import { procedure, router } from './trpc'

export const programsRouter = router({
  list: procedure.query(({ ctx }) => ctx.operations.programs()),
  // It loads the code that it is given the path of: nothing that a link or a picture can ask for.
  get: procedure.input(z.object({ name: shape.name })).mutation(({ ctx, input }) => ctx.operations.program(input.name)),
  set: procedure
    .input(z.object({ id: shape.session, name: shape.name.nullable() }))
    .mutation(({ ctx, input }) => ctx.operations.setProgram(input.id, input.name)),
})
