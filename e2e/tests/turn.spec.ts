/** One turn, from prompt to picture, as a person with a mouse sees it. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attachedOf, call, clickOn, rectOf, sessionIn, showRects } from './board'
import { expect, root, type Server, test } from './server'

function prepare(server: Server, workspace: string): void {
  copyFileSync(join(root, 'e2e/tests/fixtures/tidy.yaml'), join(server.home, 'scripts/tidy.yaml'))
  mkdirSync(join(workspace, 'build'), { recursive: true })
  writeFileSync(join(workspace, 'build/out.txt'), 'built')
  writeFileSync(join(workspace, 'package.json'), '{ "name": "sample" }\n')
}

test.beforeEach(async ({ page, server, workspace }) => {
  await showRects(page)
  prepare(server, workspace)
})

test('a session is made, a hook attached at its station, and the next turn is refused where it should be', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  await page.goto(`${server.url}/`)
  await page.getByRole('button', { name: 'New session' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Folder').fill(workspace)
  await dialog.getByLabel('Name', { exact: true }).fill('tidy the parser')
  await dialog.getByLabel('Model', { exact: true }).selectOption('scripted/tidy')
  await dialog.getByRole('button', { name: 'Start session' }).click()
  await page.waitForURL(/\/s\//)
  const session = sessionIn(page)

  await clickOn(page, 'plus', 'tools.before')
  await page.getByRole('combobox', { name: /Search hooks/ }).fill('block')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect.poll(async () => (await attachedOf(server, session)).map((one) => one.hook)).toEqual(['block-commands'])
  const [attached] = await attachedOf(server, session)
  await rectOf(page, 'attachment', attached?.id ?? '')

  const composer = page.getByRole('textbox', { name: 'Message to the agent' })
  await composer.fill('Tidy the repo and delete the build folder.')
  await composer.press('Enter')

  const transcript = page.getByRole('log', { name: 'Transcript' })
  const refused = transcript
    .getByRole('group', { name: 'Tool call run' })
    .or(transcript.getByLabel('Tool call run'))
    .first()
  await expect(refused).toContainText('rm -rf build')
  await expect(refused).toContainText(/refused by block-commands/i)
  expect(existsSync(join(workspace, 'build/out.txt'))).toBe(true)

  // Permission asks about the narrower command: the question is there, and survives a reload.
  const question = page.getByRole('region', { name: /^Question:/ })
  await expect(question).toBeVisible()
  await page.reload()
  await expect(question).toBeVisible()
  await expect(refused).toContainText(/refused by block-commands/i)
  await question.getByRole('button', { name: 'Allow once' }).click()
  await expect(question).toContainText(/NOTES\.md|write/i)
  await question.getByRole('button', { name: 'Allow once' }).click()
  await expect(transcript).toContainText('Done: the folder is tidy.')
  await expect(transcript).toContainText('That was refused; I will do the narrower thing.')
  expect(existsSync(join(workspace, 'NOTES.md'))).toBe(true)
  await expect(page.getByRole('button', { name: 'Stop the turn' })).toBeDisabled()

  // In the chain of the call: who said what, and what the model was told.
  await refused.click()
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector).toContainText('block-commands')
  await expect(inspector).toContainText(/rm -rf/)
  await page.screenshot({ path: 'test-results/turn-refused.png' })
})

test('in shadow the same verdict is shown and the call runs', async ({ signedIn: page, server, workspace }) => {
  const { id } = await call<{ id: string }>(server, 'sessions.create', {
    workspace,
    model: 'scripted/tidy',
    permission: 'auto',
    attach: [{ hook: 'block-commands', mode: 'shadow' }],
  })
  await page.goto(`${server.url}/s/${id}`)
  const composer = page.getByRole('textbox', { name: 'Message to the agent' })
  await composer.fill('Delete the build folder.')
  await composer.press('Enter')
  const transcript = page.getByRole('log', { name: 'Transcript' })
  await expect(transcript).toContainText('Done: the folder is tidy.')
  expect(existsSync(join(workspace, 'build'))).toBe(false)
  const ran = transcript.getByLabel('Tool call run').first()
  await expect(ran).toContainText(/would have (refused|blocked)|shadow/i)
  await ran.click()
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText(/would have refused/i)
})

test('the switch on a node has a stop for each mode, and a tab beside it sees what was chosen', async ({
  signedIn: page,
  server,
  workspace,
  context,
}) => {
  const { id } = await call<{ id: string }>(server, 'sessions.create', {
    workspace,
    model: 'scripted/tidy',
    attach: [{ hook: 'block-commands' }],
  })
  const beside = await context.newPage()
  await showRects(beside)
  await page.goto(`${server.url}/s/${id}`)
  await beside.goto(`${server.url}/s/${id}`)
  const [attached] = await attachedOf(server, id)
  const hook = attached?.id ?? ''
  await rectOf(beside, 'attachment', hook)
  const { x, y, width, height } = await rectOf(page, 'switch', hook)
  for (const [along, mode] of [
    [0.5, 'shadow'],
    [0.8, 'enforce'],
    [0.2, 'off'],
  ] as const) {
    await page.mouse.click(x + width * along, y + height / 2)
    await expect.poll(async () => (await attachedOf(server, id))[0]?.mode).toBe(mode)
  }
  const said = beside
    .getByRole('tree', { name: 'The loop and its hooks' })
    .getByRole('treeitem', { name: /block-commands/ })
  await expect(said).toHaveAccessibleName(/off/)

  await clickOn(page, 'attachment', hook, 'right')
  await page
    .getByRole('menuitemradio', { name: /Shadow/ })
    .or(page.getByRole('menuitem', { name: /Shadow/ }))
    .click()
  await expect.poll(async () => (await attachedOf(server, id))[0]?.mode).toBe('shadow')
  await clickOn(page, 'attachment', hook, 'right')
  await page.getByRole('menuitem', { name: /Detach/ }).click()
  await expect.poll(() => attachedOf(server, id)).toEqual([])
  await expect(said).toHaveCount(0)
})

test('the whole of it with the keyboard alone', async ({ signedIn: page, server, workspace }) => {
  const { id } = await call<{ id: string }>(server, 'sessions.create', { workspace, model: 'scripted/tidy' })
  await page.goto(`${server.url}/s/${id}`)
  const tree = page.getByRole('tree', { name: 'The loop and its hooks' })
  await tree.focus()
  for (let moved = 0; moved < 40; moved++) {
    const active = await tree.getAttribute('aria-activedescendant')
    const name = active === null ? '' : await page.locator(`[id="${active}"]`).textContent()
    if (name?.includes('tools.before')) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('m')
  await page.getByRole('combobox', { name: /Search hooks/ }).waitFor()
  await page.keyboard.type('block')
  await page.keyboard.press('Enter')
  const attach = page.getByRole('button', { name: 'Attach', exact: true })
  await attach.focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await attachedOf(server, id)).length).toBe(1)

  await page.getByRole('textbox', { name: 'Message to the agent' }).focus()
  await page.keyboard.type('Go.')
  await page.keyboard.press('Enter')
  const question = page.getByRole('region', { name: /^Question:/ })
  // A card hears its keys once it has stood for a moment.
  await expect(question).toHaveAttribute('data-keys', 'heard')
  await question.focus()
  await page.keyboard.press('d')
  await page.keyboard.type('not today')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log', { name: 'Transcript' })).toContainText('not today')
})

test('a dropped connection says so, heals, and shows nothing twice', async ({ signedIn: page, server, workspace }) => {
  const { id } = await call<{ id: string }>(server, 'sessions.create', {
    workspace,
    model: 'scripted/tidy',
    permission: 'auto',
  })
  const sockets: { close(): Promise<void> }[] = []
  await page.routeWebSocket(/\/api\/ws/, (socket) => {
    socket.connectToServer()
    sockets.push(socket)
  })
  await page.goto(`${server.url}/s/${id}`)
  await expect(page.getByText('live', { exact: true })).toBeVisible()
  await Promise.all(sockets.splice(0).map((socket) => socket.close()))
  await call(server, 'sessions.send', { id, text: 'Tidy up.' })
  const transcript = page.getByRole('log', { name: 'Transcript' })
  await expect(transcript).toContainText('Done: the folder is tidy.')
  await expect(page.getByText('live', { exact: true })).toBeVisible()
  await expect(transcript.getByText('Tidy up.')).toHaveCount(1)
  await expect(transcript.getByText('Done: the folder is tidy.')).toHaveCount(1)
})
