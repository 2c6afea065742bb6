/** A person's own hook files: read, checked, tried out, saved. */
import { z } from 'zod'
import * as shape from './shapes'
import { procedure, router } from './trpc'

/** Longer than any name of a file, so that the operations say what is wrong with it. */
const slug = z.string().max(256)
/** Of SHA-256, in hexadecimal. */
const hash = z.string().max(64)

/** A random name. */
const page = z.string().max(64).optional()

export const hookFilesRouter = router({
  file: procedure.input(z.object({ slug })).query(({ ctx, input }) => ctx.operations.hookFile(input.slug)),
  save: procedure
    .input(z.object({ slug, text: shape.text, expect: hash.nullable() }))
    .mutation(({ ctx, input }) => ctx.operations.saveHookFile(input)),
  delete: procedure
    .input(z.object({ slug, force: z.boolean().optional() }))
    .mutation(({ ctx, input: { slug: of, ...options } }) => ctx.operations.deleteHookFile(of, options)),
  check: procedure
    .input(z.object({ slug: slug.nullable(), text: shape.text, page }))
    .mutation(({ ctx, input: { slug: of, text, ...from } }) => ctx.operations.checkHookText(of, text, from)),
  fire: procedure
    .input(
      z.object({
        ...{ slug: slug.nullable(), text: shape.text, params: shape.params, point: shape.point },
        ...{ event: shape.params, workspace: shape.text.nullable(), session: shape.session.optional(), page },
      }),
    )
    .mutation(({ ctx, input, signal }) => ctx.operations.fireDraft(input, signal)),
  templates: procedure.query(({ ctx }) => ctx.operations.hookTemplates()),
  uses: procedure.input(z.object({ hook: shape.name })).query(({ ctx, input }) => ctx.operations.hookUses(input.hook)),
})
