/** Command hooks of sessions, and what a person has to say yes to. */
import { z } from 'zod'
import * as shape from './shapes'
import { procedure, router } from './trpc'

const ofSession = z.object({ id: shape.session })
const hash = z.string().max(64)
const checkout = z.object({ path: shape.name })

export const commandHooksRouter = router({
  list: procedure
    .input(z.object({ files: z.array(shape.name).max(100).readonly().nullable(), workspace: shape.name }))
    .query(({ ctx, input }) => ctx.operations.commandHooks(input.files, input.workspace)),
  untrusted: procedure.input(ofSession).query(({ ctx, input }) => ctx.operations.untrustedScripts(input.id)),
  trust: procedure
    .input(ofSession.extend({ hash }))
    .mutation(({ ctx, input }) => ctx.operations.trustScripts(input.id, input.hash)),
  checkout: procedure.input(checkout).query(({ ctx, input }) => ctx.operations.checkoutHooks(input.path)),
  takeOver: procedure
    .input(checkout.extend({ hash }))
    .mutation(({ ctx, input }) => ctx.operations.takeOverHooks(input.path, input.hash)),
  settle: procedure.mutation(({ ctx }) => ctx.operations.settleCommands()),
})
