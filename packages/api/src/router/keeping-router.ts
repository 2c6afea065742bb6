/** What keeps sessions in order: shelves, deletion, forks, and the folders that new ones may work in. */
import { z } from 'zod'
import * as shape from './shapes'
import { procedure, router } from './trpc'

const ofSession = z.object({ id: shape.session })

export const keepingRouter = router({
  shelve: procedure
    .input(ofSession.extend({ pinned: z.boolean().optional(), archived: z.boolean().optional() }))
    .mutation(({ ctx, input: { id, ...shelving } }) => ctx.operations.shelveSession(id, shelving)),
  delete: procedure.input(ofSession).mutation(({ ctx, input }) => ctx.operations.deleteSession(input.id)),
  restore: procedure.input(ofSession).mutation(({ ctx, input }) => ctx.operations.restoreSession(input.id)),
  purge: procedure.input(ofSession).mutation(({ ctx, input }) => ctx.operations.purgeSession(input.id)),
  fork: procedure
    .input(ofSession.extend(shape.forkRequest.shape))
    .mutation(({ ctx, input: { id, ...request } }) => ctx.operations.forkSession(id, request)),
  compact: procedure.input(ofSession).mutation(({ ctx, input }) => ctx.operations.compact(input.id)),
  recentWorkspaces: procedure.query(({ ctx }) => ctx.operations.recentWorkspaces()),
  checkWorkspace: procedure
    .input(z.object({ path: shape.text }))
    .query(({ ctx, input }) => ctx.operations.checkWorkspace(input.path)),
})
