/** Nothing that a page of another port can ask for with a picture, and nothing that only reads, runs the code of a checkout. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHookLibrary } from '@belay/host'
import { expect, it } from 'vitest'
import { createClock } from '../clock-and-ids'
import { openWith } from '../open'
import { worldOf } from '../testing/make-world'
import { serveTest, TOKEN } from '../testing/serve'
import { afterTest, freshFolder } from '../testing/world'
import { appRouter } from './app-router'

async function openPlanted() {
  const [home, checkout] = [freshFolder(), freshFolder('checkout')]
  const library = createHookLibrary({ home, clock: createClock() })
  const belay = await openWith({ home }, () => ({ ...worldOf({}), library }))
  afterTest(async () => {
    await belay.close()
    await library.close()
  })
  const sign = join(checkout, 'ran')
  const code = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(sign)}, '')\nexport default 1\n`
  mkdirSync(join(checkout, 'program', 'hooks'), { recursive: true })
  const [file, program] = [join(checkout, 'hook.ts'), join(checkout, 'program')]
  writeFileSync(file, code)
  writeFileSync(join(program, 'hooks', 'tools.ts'), code)
  const { id } = await belay.createSession({ workspace: checkout })
  const { url } = await serveTest(belay)
  const get = (path: string, input: unknown) =>
    fetch(`${url}/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    })
  return { belay, get, id, file, program, ran: () => existsSync(sign) }
}

/** Whatever a procedure may call what it is given. */
const naming = (path: string, id: string) => ({
  ...{ id, session: id, hook: path, name: path, slug: path, path, paths: [path], workspace: path, folder: path },
  ...{ text: path, turn: null, point: 'tools.before', matcher: path },
})

/** The list is flat, which its type does not say. */
function isQuery(procedure: object): boolean {
  const definition: unknown = '_def' in procedure ? procedure._def : null
  return typeof definition === 'object' && definition !== null && 'type' in definition && definition.type === 'query'
}

it('no query of the API runs the code of a path', async () => {
  const { belay, get, id, file, program, ran } = await openPlanted()
  const queries = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) =>
    isQuery(procedure) ? [path] : [],
  )
  expect(queries.length).toBeGreaterThan(20)
  for (const path of queries) for (const given of [file, program]) await get(path, naming(given, id))
  expect(ran()).toBe(false)
  await belay.findHook(file)
  expect(ran()).toBe(true)
})

it.each(['hooks.find', 'programs.get', 'why.checkHooks'])('%s is no GET', async (path) => {
  const { get, id, file, ran } = await openPlanted()
  expect((await get(path, naming(file, id))).status).toBe(405)
  expect(ran()).toBe(false)
})
