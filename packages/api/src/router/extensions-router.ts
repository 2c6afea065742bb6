/** Extensions of sessions. */
import { z } from 'zod'
import * as shape from './shapes'
import { procedure, router } from './trpc'

/** As long as a message may be that is written by hand. */
const MOST_TEXT = 100_000
const ofSession = z.object({ id: shape.session })

export const extensionsRouter = router({
  list: procedure
    .input(z.object({ id: shape.session.nullable() }))
    .query(({ ctx, input }) => ctx.operations.extensions(input.id)),
  commands: procedure.input(ofSession).query(({ ctx, input }) => ctx.operations.sessionCommands(input.id)),
  command: procedure
    .input(ofSession.extend({ name: shape.name, text: z.string().max(MOST_TEXT) }))
    .mutation(({ ctx, input }) => ctx.operations.runCommand(input.id, input.name, input.text)),
  workspace: procedure
    .input(z.object({ folder: shape.text }))
    .query(({ ctx, input }) => ctx.operations.workspaceState(input.folder)),
  trust: procedure
    .input(z.object({ folder: shape.text, trusted: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.operations.trustWorkspace(input.folder, input.trusted)),
  set: procedure
    .input(ofSession.extend({ extension: shape.name, on: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.operations.setExtension(input.id, input.extension, input.on)),
})
