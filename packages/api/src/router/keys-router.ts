/** Keys of providers. */
import { z } from 'zod'
import * as shape from './shapes'
import { procedure, router } from './trpc'

export const keysRouter = router({
  list: procedure.query(({ ctx }) => ctx.operations.keys()),
  set: procedure
    .input(z.object({ provider: shape.name, key: z.string().max(65_536) }))
    .mutation(({ ctx, input }) => ctx.operations.setKey(input.provider, input.key)),
  remove: procedure
    .input(z.object({ provider: shape.name }))
    .mutation(({ ctx, input }) => ctx.operations.removeKey(input.provider)),
})
