/** What the session page must not hide: a guard that is gone, a flood of notes, who chooses the model, what is broken. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attachedOf, call, clickOn, showRects } from './board'
import { expect, root, test } from './server'

const LONG = 'guard-with-a-name-that-is-much-longer-than-any-column-of-the-table-would-like-it-to-be'

const hookFile = (name: string, point: string, body: string) => `import { defineHook } from '@belay/hooks'

export default defineHook({
  name: '${name}',
  description: 'A hook of one’s own.',
  points: ['${point}'],
  run: (t) => ${body},
})
`

test.beforeAll(({ server }) => {
  const [scripts, hooks] = [join(server.home, 'scripts'), join(server.home, 'hooks')]
  for (const folder of [scripts, hooks]) mkdirSync(folder, { recursive: true })
  copyFileSync(join(root, 'e2e/tests/fixtures/guarded.yaml'), join(scripts, 'guarded.yaml'))
  copyFileSync(join(root, 'e2e/tests/fixtures/guarded.yaml'), join(scripts, 'chosen.yaml'))
  const flood =
    "{ let said = t.note('note 1'); for (let n = 2; n <= 500; n += 1) said = said.withNote('note ' + n); return said }"
  writeFileSync(join(hooks, 'flood.ts'), hookFile('flood', 'guard.onInput', flood))
  writeFileSync(join(hooks, 'flood-call.ts'), hookFile('flood-call', 'tools.before', flood))
  writeFileSync(join(hooks, `${LONG}.ts`), hookFile(LONG, 'tools.before', "t.deny('no')"))
  const program = (name: string, yaml: string, tools: string) => {
    const folder = join(server.home, 'programs', name)
    mkdirSync(join(folder, 'hooks'), { recursive: true })
    writeFileSync(join(folder, 'agent.yaml'), yaml)
    writeFileSync(join(folder, 'hooks/tools.ts'), tools)
  }
  program(
    'chooser',
    'system: Be careful.\nmodel: scripted/chosen\n',
    'export function before() {\n  return undefined\n}\n',
  )
  program('ruined', 'system: Be careful.\n', 'export function before( {\n')
})

test('a flood of notes, a guard whose file is gone, and a long name', async ({ signedIn: page, server, workspace }) => {
  const attach = [
    { hook: 'flood' },
    { hook: 'flood-call' },
    { hook: LONG },
    { hook: 'add-context', params: { text: 'All of it is to be read. '.repeat(50) } },
  ]
  const session = { workspace, title: 'told', model: 'scripted/guarded', permission: 'auto', attach }
  const { id } = await call<{ id: string }>(server, 'sessions.create', session)
  await showRects(page)
  await page.goto(`${server.url}/s/${id}`)
  await call(server, 'sessions.send', { id, text: 'Tidy up.' })
  await expect(page.getByText('It stays, then.')).toBeVisible()
  const transcript = page.getByRole('log', { name: 'Transcript' })
  const more = transcript.getByRole('button', { name: 'and 497 more' })
  await expect(more).toHaveCount(2)
  const height = await transcript.evaluate((element) => element.scrollHeight)
  expect(height).toBeLessThan(3_000)
  await more.first().click()
  await expect(transcript.getByText('flood: note 400', { exact: true })).toBeAttached()

  const guard = (await attachedOf(server, id)).find(({ hook }) => hook === LONG)
  await clickOn(page, 'attachment', guard?.id ?? '')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector.getByRole('heading', { name: new RegExp(`^${LONG}`) })).toBeVisible()
  await page.keyboard.press('t')
  const table = page.getByRole('dialog', { name: 'Trace of the hooks' })
  const row = table.getByRole('row', { name: new RegExp(`^${LONG}`) })
  await expect(row).toContainText('block 1')
  const fits = await table.getByRole('table').evaluate(({ scrollWidth, parentElement }) => ({
    table: scrollWidth,
    room: parentElement?.clientWidth ?? 0,
  }))
  expect(fits.table).toBeLessThanOrEqual(fits.room)
  await page.keyboard.press('Escape')

  rmSync(join(server.home, 'hooks', `${LONG}.ts`))
  await expect(inspector.getByRole('alert')).toContainText('It does not load, so it is not asked')
  await expect(inspector.getByRole('alert')).toContainText(`There is no hook ${LONG} any more`)
})

test('who chooses the model, and a program that is broken', async ({ signedIn: page, server, workspace }) => {
  const session = { workspace, title: 'chosen for', program: 'chooser' }
  const { id } = await call<{ id: string }>(server, 'sessions.create', session)
  await page.goto(`${server.url}/s/${id}`)
  const model = page.getByRole('button', { name: 'Model: scripted/chosen, as the program chooser says' })
  await expect(model).toBeVisible()
  await model.click()
  await page.getByRole('menuitemradio', { name: 'scripted/guarded' }).click()
  await expect(page.getByRole('button', { name: 'Model: scripted/guarded', exact: true })).toBeVisible()

  await page.goto(`${server.url}/`)
  await page.getByRole('button', { name: 'New session' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New session' })
  await dialog.getByLabel('Folder').fill(workspace)
  const start = dialog.getByRole('button', { name: 'Start session' })
  const models = dialog.getByLabel('Model', { exact: true })
  await expect(models.locator('option').first()).toHaveText(/^The default one: scripted\//)
  await dialog.getByLabel('Program').selectOption('chooser')
  await expect(models.locator('option').first()).toHaveText('As the program says: scripted/chosen')
  await expect(start).toBeEnabled()
  await dialog.getByLabel('Program').selectOption('ruined')
  await expect(dialog.getByRole('alert')).toContainText('The program ruined has errors')
  await expect(dialog.getByLabel('Program').locator('option', { hasText: 'ruined' })).toContainText('has errors')
  await expect(start).toBeDisabled()
})

test('in a narrow window the state of a run is a word, and a past turn has one line', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const session = { workspace, title: 'narrow', model: 'scripted/guarded', permission: 'auto' }
  const { id } = await call<{ id: string }>(server, 'sessions.create', session)
  await call(server, 'sessions.send', { id, text: 'Tidy up.' })
  await page.goto(`${server.url}/s/${id}`)
  await expect(page.getByText('It stays, then.')).toBeVisible()
  await call(server, 'composing.attachSet', { id, from: { set: 'careful' } })
  await page.getByRole('button', { name: 'hooks changed since' }).click()
  const banner = page.getByTestId('past')
  await expect(banner).toBeVisible()
  expect((await banner.boundingBox())?.height).toBeLessThan(48)
  await page.setViewportSize({ width: 853, height: 533 })
  const state = page.getByRole('banner').getByText('completed', { exact: true })
  expect((await state.boundingBox())?.width).toBeGreaterThan(50)
})
