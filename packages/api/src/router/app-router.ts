/** The whole of the API, as the page and the command line see it. */
import { z } from 'zod'
import { commandConfigRouter } from './command-config-router'
import { commandHooksRouter } from './command-hooks-router'
import { composingRouter } from './composing-router'
import { extensionsRouter } from './extensions-router'
import { filesRouter } from './files-router'
import { hookFilesRouter } from './hook-files-router'
import { hooksRouter } from './hooks-router'
import { keepingRouter } from './keeping-router'
import { keysRouter } from './keys-router'
import { programsRouter } from './programs-router'
import { sessionsRouter } from './sessions-router'
import * as shape from './shapes'
import { procedure, router } from './trpc'
import { whyRouter } from './why-router'

const traceRouter = router({
  lines: procedure
    .input(z.object({ id: shape.session, turn: z.number().int().min(1).nullable() }))
    .query(({ ctx, input }) => ctx.operations.trace(input.id, input.turn)),
})

const appFacts = router({
  tools: procedure.query(({ ctx }) => ctx.operations.tools()),
  models: procedure.query(({ ctx }) => ctx.operations.models()),
  doctor: procedure.query(({ ctx }) => ctx.operations.doctor()),
  importFile: procedure
    .input(z.object({ path: shape.name, workspace: shape.text }))
    .mutation(({ ctx, input }) => ctx.operations.importFile(input)),
  runTour: procedure.mutation(({ ctx }) => ctx.operations.runTour()),
  beginTour: procedure.mutation(({ ctx }) => ctx.operations.beginTour()),
  /** `now` is the server's clock in epoch milliseconds, for a page to know how far its own is off. */
  about: procedure.query(({ ctx }) => ({ version: ctx.server.version, home: ctx.server.home, now: Date.now() })),
  signInLink: procedure.mutation(({ ctx }) => ctx.server.signInLink()),
})

export const appRouter = router({
  sessions: sessionsRouter,
  hooks: hooksRouter,
  hookFiles: hookFilesRouter,
  commandHooks: commandHooksRouter,
  extensions: extensionsRouter,
  keys: keysRouter,
  commandConfig: commandConfigRouter,
  composing: composingRouter,
  files: filesRouter,
  keeping: keepingRouter,
  programs: programsRouter,
  trace: traceRouter,
  why: whyRouter,
  app: appFacts,
})
export type AppRouter = typeof appRouter
