/** Why a call came out as it did, what a hook in shadow would have done, and the trace of a turn: by mouse and by keyboard. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { attachedOf, call, clickOn, rectOf, showRects } from './board'
import { expect, root, type Server, test } from './server'

test.beforeAll(({ server }) => {
  mkdirSync(join(server.home, 'scripts'), { recursive: true })
  mkdirSync(join(server.home, 'hooks'), { recursive: true })
  copyFileSync(join(root, 'e2e/tests/fixtures/guarded.yaml'), join(server.home, 'scripts/guarded.yaml'))
  writeFileSync(join(server.home, 'hooks/no-folders.ts'), NO_FOLDERS)
  writeFileSync(join(server.home, 'hooks/asks-first.ts'), ASKS_FIRST)
  writeProgram(server.home)
})

const NO_FOLDERS = `import { defineHook } from '@belay/hooks'

export default defineHook({
  name: 'no-folders',
  description: 'Nothing is removed with its folder.',
  points: ['tools.before'],
  run: (t, { call }) => (String(call.args.command ?? '').includes('-rf') ? t.deny('folders stay') : undefined),
})
`

const ASKS_FIRST = `import { defineHook } from '@belay/hooks'

export default defineHook({
  name: 'asks-first',
  description: 'Asks before anything runs.',
  points: ['tools.before'],
  run: (t) => t.ask('Run it?'),
})
`

function writeProgram(home: string): void {
  const folder = join(home, 'programs/careful')
  mkdirSync(join(folder, 'hooks'), { recursive: true })
  writeFileSync(join(folder, 'agent.yaml'), 'system: Be careful.\n')
  writeFileSync(join(folder, 'hooks/tools.ts'), 'export function before(t, call) {\n  return undefined\n}\n')
  writeFileSync(join(folder, 'hooks/tool.ts'), 'export function before() {}\n')
}

const rail = (page: Page) => page.getByRole('tree', { name: 'The loop and its hooks' })
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })
const line = (page: Page, name: string) =>
  inspector(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name, exact: true }) })

const ATTACHED = [
  { hook: 'rewrite-arguments', params: { rules: [{ find: 'build', replace: 'dist' }] } },
  { hook: 'no-folders' },
  { hook: 'block-commands', params: { patterns: ['rm'], advice: 'Ask first.' } },
  { hook: 'asks-first', mode: 'shadow' },
]

/** A session whose first turn is over: its one call was rewritten, refused twice, and watched by a hook in shadow. */
async function openRefused(page: Page, server: Server, workspace: string, program?: string): Promise<string> {
  const session = { workspace, model: 'scripted/guarded', permission: 'auto', attach: ATTACHED, program }
  const { id } = await call<{ id: string }>(server, 'sessions.create', session)
  await showRects(page)
  await page.goto(`${server.url}/s/${id}`)
  await call(server, 'sessions.send', { id, text: 'Tidy up.' })
  await expect(page.getByText('It stays, then.')).toBeVisible()
  return id
}

test('the chain of a refused call says who won and who was overruled, and unfolds by keyboard', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await openRefused(page, server, workspace)
  const [, mine, block] = await attachedOf(server, id)
  await page
    .getByTestId('call')
    .or(page.getByRole('button', { name: /^run/ }))
    .first()
    .click()
  await expect(
    inspector(page)
      .getByText(/^no-folders refused the call: folders stay/)
      .first(),
  ).toBeVisible()
  await expect(line(page, 'no-folders')).toContainText('decided')
  await expect(line(page, 'block-commands')).toContainText('overruled by no-folders')
  await expect(line(page, 'asks-first')).toContainText('would have asked')

  const more = inspector(page).getByRole('button', { name: 'All about what rewrite-arguments said' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(line(page, 'rewrite-arguments')).toContainText('What it changed')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await expect(line(page, 'rewrite-arguments')).not.toContainText('What it changed')

  await line(page, 'no-folders').getByRole('button', { name: 'no-folders', exact: true }).click()
  await expect(inspector(page).getByRole('heading', { name: /^no-folders/ })).toBeVisible()
  await expect(page).toHaveURL(/span=/)
  await rectOf(page, 'attachment', mine?.id ?? '')
  await inspector(page).getByRole('button', { name: 'Fire again' }).click()
  await expect(inspector(page).getByText('It decides the same today.')).toBeVisible()
  writeFileSync(join(server.home, 'hooks/no-folders.ts'), NO_FOLDERS.replace("t.deny('folders stay')", 'undefined'))
  await inspector(page).getByRole('button', { name: 'Fire again' }).click()
  await expect(inspector(page).getByText('It decides otherwise today.')).toBeVisible()
  writeFileSync(join(server.home, 'hooks/no-folders.ts'), NO_FOLDERS)
  await expect(inspector(page).getByRole('link', { name: 'Open in editor' })).toHaveAttribute(
    'href',
    '/hooks?hook=no-folders',
  )
  expect(block?.mode).toBe('enforce')
})

test('a hook in shadow is promoted by a button, and that is undone; and by its menu', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await openRefused(page, server, workspace)
  const shadow = (await attachedOf(server, id))[3]
  const modeOf = async () => (await attachedOf(server, id)).find((hook) => hook.id === shadow?.id)?.mode
  await clickOn(page, 'attachment', shadow?.id ?? '')
  await expect(inspector(page).getByText(/asked 1; it would have asked you 1×\./)).toBeVisible()
  await expect(inspector(page).getByText(/Asked once, it would have asked you 1×\./)).toBeVisible()
  const promote = inspector(page).getByRole('button', { name: 'Promote to enforce' })
  await promote.click()
  await expect(page.getByText('Done: promote asks-first to enforce.')).toBeVisible()
  expect(await modeOf()).toBe('enforce')
  await expect(promote).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(promote).toBeVisible()
  expect(await modeOf()).toBe('shadow')

  await inspector(page)
    .getByRole('listitem')
    .getByRole('button', { name: /rm -rf/ })
    .first()
    .click()
  await expect(inspector(page).getByRole('heading', { name: /^asks-first/ })).toBeVisible()

  await clickOn(page, 'attachment', shadow?.id ?? '', 'right')
  await page.getByRole('menuitem', { name: /^Promote to enforce/ }).press('Enter')
  await expect.poll(modeOf).toBe('enforce')
})

test('the trace is a table, by key and by button, and a line of it goes to its hook', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await openRefused(page, server, workspace)
  await rail(page).focus()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'Trace of the hooks' })
  const row = dialog.getByRole('row', { name: /^no-folders/ })
  await expect(row).toContainText('block 1')
  await expect(dialog.getByRole('row', { name: /^asks-first Shadow/ })).toContainText('would ask 1')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(rail(page)).toBeFocused()

  await page.getByRole('button', { name: 'Trace of the hooks' }).click()
  await dialog.getByRole('radio', { name: 'Whole session' }).click()
  await row.getByRole('button', { name: 'no-folders' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(inspector(page).getByRole('heading', { name: /^no-folders/ })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`hook=${(await attachedOf(server, id))[1]?.id}`))
})

test('a program is chosen in the menu with its problems, and its hooks are held in place', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await openRefused(page, server, workspace)
  await page.getByRole('button', { name: 'Session menu' }).press('Enter')
  await page.getByRole('menuitem', { name: /^Program/ }).press('ArrowRight')
  await expect(page.getByText(/hooks\/tool\.ts/)).toBeVisible()
  await page.getByRole('menuitemradio', { name: /^careful/ }).press('Enter')
  await expect(page.getByText('Done: set the program to careful.')).toBeVisible()
  const brought = (await attachedOf(server, id)).find(({ hook }) => hook === 'careful/tools.before')
  await clickOn(page, 'attachment', brought?.id ?? '')
  await expect(inspector(page).getByText(/It comes with the program careful/)).toBeVisible()
  await expect(inspector(page).getByRole('button', { name: 'Detach' })).toBeHidden()
  await rail(page).focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText(/comes with the program careful, which says where/).first()).toBeAttached()
  expect((await attachedOf(server, id)).some(({ hook }) => hook === 'careful/tools.before')).toBe(true)

  const { x, y, width, height } = await rectOf(page, 'attachment', brought?.id ?? '')
  const plus = await rectOf(page, 'station', 'tools.after')
  await page.mouse.move(x + width / 3, y + height / 3)
  await page.mouse.down()
  await page.mouse.move(plus.x + plus.width / 2, plus.y + plus.height / 2, { steps: 8 })
  await expect(page.getByText(/comes with the program careful, which says where/).first()).toBeAttached()
  await page.mouse.up()
  expect((await attachedOf(server, id)).find(({ hook }) => hook === 'careful/tools.before')).toMatchObject({
    id: brought?.id,
  })
})

test('how full the window of the model is stands in the status bar', async ({ signedIn: page, server, workspace }) => {
  await openRefused(page, server, workspace)
  await expect(page.getByText('context 12.5K of 32K')).toBeVisible()
})
