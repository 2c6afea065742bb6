/** A turn as it was: event by event by key, and under the hooks that ruled it. */
import type { Page } from '@playwright/test'
import { attachedOf, call, rectOf, sessionIn, showRects } from './board'
import { expect, type Server, testOnFreshHome } from './server'

const test = testOnFreshHome()

/** The tour's first turn has ended, its second waits for the visitor. */
async function openTour(page: Page, server: Server): Promise<string> {
  await showRects(page)
  await page.goto(`${server.url}/`)
  const id = (await call<{ id: string; tour: boolean }[]>(server, 'sessions.list', {}, 'GET')).find(
    (one) => one.tour,
  )?.id
  await page.goto(`${server.url}/s/${id}`)
  await expect(page.getByRole('region', { name: /^Question:/ })).toBeVisible()
  return sessionIn(page)
}

const tree = (page: Page) => page.getByRole('tree', { name: 'The loop and its hooks' })
const hook = (page: Page, name: string) => tree(page).getByRole('treeitem', { name: new RegExp(`^${name}\\b`) })
const spans = (page: Page) => page.getByRole('tree', { name: 'Spans of the turn' })
const walk = (page: Page) => page.getByTestId('walk')

/** The place in the turn, read off the bar. */
async function placeIn(page: Page): Promise<{ at: number; count: number }> {
  const [at, count] = (
    (await walk(page)
      .getByText(/^[\d,]+ \/ [\d,]+$/)
      .textContent()) ?? ''
  ).split(' / ')
  return { at: Number(at), count: Number(count) }
}

test('walks through a turn by key: rail, timeline and inspector are as they were after each event', async ({
  signedIn: page,
  server,
}) => {
  await openTour(page, server)
  await page.keyboard.press('[')
  await expect(page.getByRole('button', { name: /^Turn 1 of/ })).toBeVisible()
  await expect(hook(page, 'block-commands')).toHaveText(/asked [2-9].*blocked/)
  await expect(walk(page)).toBeHidden()

  await page.keyboard.press('ArrowRight')
  const { count } = await placeIn(page)
  await expect(page).toHaveURL(/turn=1&event=1$/)
  await expect(hook(page, 'block-commands')).toHaveText(/not asked/)
  await expect(walk(page)).toContainText('The turn starts')
  await expect(spans(page).getByRole('treeitem')).toHaveCount(0)

  await page.keyboard.press('Shift+ArrowRight')
  expect(await placeIn(page)).toEqual({ at: 11, count })
  await page.keyboard.press('ArrowLeft')
  expect((await placeIn(page)).at).toBe(10)
  await page.keyboard.press('End')
  expect(await placeIn(page)).toEqual({ at: count, count })
  await expect(hook(page, 'block-commands')).toHaveText(/blocked/)
  await page.keyboard.press('Home')
  expect((await placeIn(page)).at).toBe(1)

  await page.keyboard.press('Escape')
  await expect(walk(page)).toBeHidden()
  await expect(hook(page, 'block-commands')).toHaveText(/blocked/)
})

test('stops at the refusal: the station is lit, the hook has its sign, the call its row, and the address says where', async ({
  signedIn: page,
  server,
}) => {
  const id = await openTour(page, server)
  await page.goto(`${server.url}/s/${id}?turn=1&event=2`)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector.getByRole('heading', { name: /^Event 2/ })).toBeVisible()
  // A sign on the track says where: the walk there starts two events before.
  const { count } = await placeIn(page)
  const left = await walk(page)
    .locator('[data-mark="block"]')
    .first()
    .evaluate((tick) => tick.style.left)
  const refusedAt = Math.round((Number.parseFloat(left) / 100) * (count - 1)) + 1
  await page.goto(`${server.url}/s/${id}?turn=1&event=${refusedAt - 2}`)
  await expect(inspector.getByRole('heading', { name: new RegExp(`^Event ${refusedAt - 2}`) })).toBeVisible()
  const isRefusal = async () => (await inspector.textContent())?.includes('block-commands answersblocked') === true
  for (const at of [refusedAt - 1, refusedAt]) {
    expect(await isRefusal()).toBe(false)
    await page.keyboard.press('.')
    await expect.poll(async () => (await placeIn(page)).at).toBe(at)
  }
  expect(await isRefusal()).toBe(true)
  await expect(hook(page, 'block-commands')).toHaveText(/blocked/)
  await expect(hook(page, 'rewrite-arguments')).not.toHaveText(/rewrote/)
  await expect(tree(page).getByRole('treeitem', { name: /^tools\.before/ })).toHaveText(/the loop is here/)
  await expect(page.locator('[data-linked="true"]')).toContainText(/rm -rf/)

  // The composition that ruled then is on record with the event, and the place is shared by its address.
  await expect(page).toHaveURL(new RegExp(`turn=1&event=${refusedAt}$`))
  await page.reload()
  await expect(inspector.getByRole('heading', { name: new RegExp(`^Event ${refusedAt}`) })).toBeVisible()
  const { hash } = await call<{ hash: string }>(server, 'hooks.composition', { id }, 'GET')
  await expect(inspector).toContainText(hash.slice(0, 12))

  await page.keyboard.press('ArrowLeft')
  await expect(hook(page, 'block-commands')).not.toHaveText(/blocked/)
})

test('in the tree of the rail the arrows are the tree’s, and the point walks on', async ({
  signedIn: page,
  server,
}) => {
  const id = await openTour(page, server)
  await page.goto(`${server.url}/s/${id}?turn=1&event=5`)
  await expect(walk(page)).toBeVisible()
  await tree(page).focus()
  await page.keyboard.press('ArrowRight')
  expect((await placeIn(page)).at).toBe(5)
  await page.keyboard.press('.')
  await expect.poll(async () => (await placeIn(page)).at).toBe(6)
  // A click brings the keyboard there without a ring: then the arrows walk.
  const { x, y } = await rectOf(page, 'station', 'context.build')
  await page.mouse.click(x + 5, y + 5)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await placeIn(page)).at).toBe(7)
})

test('a turn that is past shows the hooks that ruled it, what changed since, and can have them back', async ({
  signedIn: page,
  server,
}) => {
  const id = await openTour(page, server)
  const before = await attachedOf(server, id)
  const named = (name: string) => before.find((one) => one.hook === name)?.id ?? ''
  await call(server, 'hooks.detach', { id, attachment: named('block-commands') })
  await call(server, 'hooks.change', { id, attachment: named('ask-before'), change: { mode: 'shadow' } })
  await expect(hook(page, 'ask-before')).toHaveText(/in shadow/)

  await page.keyboard.press('[')
  const banner = page.getByTestId('past')
  await expect(banner).toContainText('As it was in turn 1. Since then: − block-commands, ask-before: enforce → shadow')
  await expect(hook(page, 'block-commands')).toHaveText(/enforcing.*blocked/)
  await expect(hook(page, 'ask-before')).toHaveText(/enforcing/)

  await banner.getByRole('button', { name: 'Show now' }).click()
  await expect(banner).toBeHidden()
  await expect(hook(page, 'ask-before')).toHaveText(/in shadow/)

  // An edit made on what is past goes to the hooks of now, and the page says so and shows them.
  await page.keyboard.press('[')
  await expect(banner).toBeVisible()
  const card = await rectOf(page, 'attachment', named('ask-before'))
  await page.mouse.click(card.x + card.width / 2, card.y + card.height / 2, { button: 'right' })
  await page.getByRole('menuitemradio', { name: /^Off/ }).click()
  await expect(page.getByText('Turn 1 is past: this applies to the hooks as they are now.')).toBeVisible()
  await expect(banner).toBeHidden()
  await expect(hook(page, 'ask-before')).toHaveText(/\boff\b/)

  await page.keyboard.press('[')
  await banner.getByRole('button', { name: 'Bring these hooks back' }).click()
  await expect(page.getByRole('button', { name: 'Undo: bring back the hooks of turn 1' })).toBeVisible()
  await expect(hook(page, 'block-commands')).toHaveText(/enforcing/)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await attachedOf(server, id)).map((one) => one.hook)).not.toContain('block-commands')
})

test('an address of an event opens there, with its row of the conversation in view', async ({
  signedIn: page,
  server,
}) => {
  const id = await openTour(page, server)
  await page.goto(`${server.url}/s/${id}?turn=1&event=24`)
  await expect(walk(page)).toBeVisible()
  await expect(page.locator('[data-linked="true"]')).toBeInViewport()
})
