/** Undo and redo of what was done to a session's hooks, and sets of hooks. */
import { z } from 'zod'
import * as shape from './shapes'
import { procedure, router } from './trpc'

const ofSession = z.object({ id: shape.session })
const ofSet = z.object({ name: shape.setName })
/** A SHA-256 in hex. */
const stepping = ofSession.extend({ expect: z.string().max(64).optional() })

export const composingRouter = router({
  undo: procedure.input(stepping).mutation(({ ctx, input }) => ctx.operations.undo(input.id, { expect: input.expect })),
  redo: procedure.input(stepping).mutation(({ ctx, input }) => ctx.operations.redo(input.id, { expect: input.expect })),
  history: procedure.input(ofSession).query(({ ctx, input }) => ctx.operations.compositionHistory(input.id)),
  sets: procedure.query(({ ctx }) => ctx.operations.hookSets()),
  saveSet: procedure.input(shape.saveHookSet).mutation(({ ctx, input }) => ctx.operations.saveHookSet(input)),
  deleteSet: procedure.input(ofSet).mutation(({ ctx, input }) => ctx.operations.deleteHookSet(input.name)),
  attachSet: procedure
    .input(ofSession.extend({ from: shape.setSource, replace: z.boolean().optional() }))
    .mutation(({ ctx, input: { id, ...request } }) => ctx.operations.attachSet(id, request)),
  changeHooks: procedure
    .input(
      ofSession.extend({
        attachments: z.array(shape.attachment).min(1).max(1_000).readonly(),
        change: shape.sharedChange,
      }),
    )
    .mutation(({ ctx, input: { id, attachments, change } }) => ctx.operations.changeHooks(id, attachments, change)),
  restore: procedure
    .input(ofSession.extend({ hash: z.string().max(64), turn: z.number().int().min(1).optional() }))
    .mutation(({ ctx, input: { id, hash, turn } }) => ctx.operations.restoreComposition(id, hash, { turn })),
  exportSet: procedure.input(ofSet).query(({ ctx, input }) => ctx.operations.exportHookSet(input.name)),
  importSet: procedure
    .input(z.object({ text: shape.text, replace: z.boolean().optional() }))
    .mutation(({ ctx, input: { text, ...options } }) => ctx.operations.importHookSet(text, options)),
})
