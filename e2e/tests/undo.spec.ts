/** What was done to the hooks is taken back and done again: by key, after a reload, and never over another tab's change. */
import type { Page } from '@playwright/test'
import { attachedOf, call, clickOn, showRects } from './board'
import { expect, type Server, test } from './server'

async function newSession(server: Server, workspace: string, ...hooks: readonly string[]): Promise<string> {
  const attach = hooks.map((hook) => ({ hook }))
  const { id } = await call<{ id: string }>(server, 'sessions.create', { workspace, model: 'scripted/tour', attach })
  return id
}

async function open(page: Page, server: Server, id: string): Promise<void> {
  await showRects(page)
  await page.goto(`${server.url}/s/${id}`)
  await expect(page.getByRole('tree', { name: 'The loop and its hooks' })).toBeVisible()
}

const undoButton = (page: Page) => page.getByRole('button', { name: /^Undo:/ })
const redoButton = (page: Page) => page.getByRole('button', { name: /^Redo:/ })

async function hashOf(server: Server, id: string): Promise<string> {
  return (await call<{ hash: string }>(server, 'hooks.composition', { id }, 'GET')).hash
}

test('attached by menu, set to shadow, undone and redone by key, kept over a reload', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await newSession(server, workspace)
  const empty = await hashOf(server, id)
  await open(page, server, id)
  await expect(undoButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(undoButton(page)).toHaveAccessibleName('Undo: the hooks have not been changed')

  await clickOn(page, 'plus', 'tools.before')
  await page.getByRole('combobox', { name: /Search hooks/ }).fill('ask-before')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(undoButton(page)).toHaveAccessibleName('Undo: attach ask-before')
  await expect(page.getByText('Done: attach ask-before.')).toBeVisible()

  const [hook] = await attachedOf(server, id)
  await clickOn(page, 'attachment', hook?.id ?? '', 'right')
  await page.getByRole('menuitemradio', { name: /^Shadow/ }).click()
  await expect(undoButton(page)).toHaveAccessibleName('Undo: set ask-before to shadow')
  const shaped = await hashOf(server, id)

  await page.keyboard.press('Control+z')
  await expect(undoButton(page)).toHaveAccessibleName('Undo: attach ask-before')
  await page.keyboard.press('Control+z')
  await expect(redoButton(page)).toHaveAccessibleName('Redo: attach ask-before')
  expect(await hashOf(server, id)).toBe(empty)

  await page.reload()
  await expect(redoButton(page)).toHaveAccessibleName('Redo: attach ask-before')
  // Pressed faster than the server answers, none is lost and none is refused.
  await page.keyboard.press('Control+Shift+Z')
  await page.keyboard.press('Control+y')
  await expect(undoButton(page)).toHaveAccessibleName('Undo: set ask-before to shadow')
  await expect(redoButton(page)).toHaveAttribute('aria-disabled', 'true')
  expect(await hashOf(server, id)).toBe(shaped)
})

test('in a text the key takes back writing and leaves the hooks alone', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await newSession(server, workspace)
  await call(server, 'hooks.attach', { id, spec: { hook: 'ask-before' } })
  await open(page, server, id)
  await page.getByRole('textbox', { name: /message/i }).fill('hello')
  await page.keyboard.press('Control+z')
  await expect(undoButton(page)).toHaveAccessibleName('Undo: attach ask-before')
  expect(await attachedOf(server, id)).toHaveLength(1)
})

/** Holds back what the server tells a tab over its socket. Must be set up before the page loads. */
async function holdable(page: Page): Promise<{ hold(): void; release(): void }> {
  let held: (() => void)[] | null = null
  await page.routeWebSocket(/\/api\/ws/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (held === null) socket.send(message)
      else held.push(() => socket.send(message))
    })
  })
  return {
    hold: () => {
      held = []
    },
    release: () => {
      const waiting = held ?? []
      held = null
      for (const tell of waiting) tell()
    },
  }
}

test('two tabs see the same, and a step back over what the other tab did is refused with its name', async ({
  signedIn: page,
  server,
  workspace,
  context,
}) => {
  const id = await newSession(server, workspace, 'block-commands')
  const other = await context.newPage()
  const wire = await holdable(other)
  await open(page, server, id)
  await open(other, server, id)
  const [hook] = await attachedOf(server, id)
  await clickOn(page, 'attachment', hook?.id ?? '', 'right')
  await page.getByRole('menuitemradio', { name: /^Off/ }).click()
  for (const tab of [page, other]) await expect(undoButton(tab)).toHaveAccessibleName('Undo: set block-commands to off')

  wire.hold()
  await call(server, 'hooks.attach', { id, spec: { hook: 'ask-before' } })
  await expect(undoButton(page)).toHaveAccessibleName('Undo: attach ask-before')
  await expect(undoButton(other)).toHaveAccessibleName('Undo: set block-commands to off')
  await other.keyboard.press('Control+z')
  await expect(other.getByText(/were changed meanwhile \(attach ask-before\), so nothing was undone/)).toBeVisible()
  expect((await attachedOf(server, id)).map((one) => `${one.hook} ${one.mode}`)).toEqual([
    'block-commands off',
    'ask-before enforce',
  ])

  wire.release()
  await expect(undoButton(other)).toHaveAccessibleName('Undo: attach ask-before')
  await other.keyboard.press('Control+z')
  for (const tab of [page, other]) await expect(redoButton(tab)).toHaveAccessibleName('Redo: attach ask-before')
  expect((await attachedOf(server, id)).map((one) => one.hook)).toEqual(['block-commands'])
})
