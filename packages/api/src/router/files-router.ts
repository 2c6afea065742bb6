/** What tools did to files, and putting it back. */
import { turnId } from '@belay/trace'
import { z } from 'zod'
import * as shape from './shapes'
import { procedure, router } from './trpc'

const ofTurns = z.object({
  id: shape.session,
  turn: z.string().max(64).transform(turnId),
  reach: z.enum(['turn', 'since']),
})

export const filesRouter = router({
  changes: procedure.input(ofTurns).query(({ ctx, input: { id, ...turns } }) => ctx.operations.fileChanges(id, turns)),
  putBack: procedure
    .input(ofTurns.extend({ overwrite: z.boolean().optional() }))
    .mutation(({ ctx, input: { id, ...request } }) => ctx.operations.putBack(id, request)),
  undoPutBack: procedure
    .input(z.object({ id: shape.session }))
    .mutation(({ ctx, input }) => ctx.operations.undoPutBack(input.id)),
})
