/** The home's `hooks.json`: read, checked, held against the record, saved. */
import { z } from 'zod'
import * as shape from './shapes'
import { procedure, router } from './trpc'

/** Of SHA-256, in hexadecimal. */
const hash = z.string().max(64)

export const commandConfigRouter = router({
  file: procedure.query(({ ctx }) => ctx.operations.commandFile()),
  save: procedure
    .input(z.object({ text: shape.text, expect: hash.nullable() }))
    .mutation(({ ctx, input }) => ctx.operations.saveCommandFile(input)),
  check: procedure
    .input(z.object({ text: shape.text }))
    .mutation(({ ctx, input }) => ctx.operations.checkCommands(input.text)),
  match: procedure
    .input(z.object({ text: shape.text, session: shape.session.optional() }))
    .mutation(({ ctx, input }) => ctx.operations.matchCommands(input.text, input.session)),
})
