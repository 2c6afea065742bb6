/**
 * Hooks dragged with a real mouse on the real app: onto the rail, along it, to another station, off it; at every zoom of
 * the browser and of the rail, interrupted, undone and redone, by keyboard alone, and in two pages at once.
 */
import type { Page } from '@playwright/test'
import { attachedOf, call, rectOf, showRects } from './board'
import { expect, type Server, test } from './server'

interface Place {
  readonly x: number
  readonly y: number
}

interface Composition {
  readonly hash: string
  readonly hooks: readonly { readonly id: string; readonly name: string; readonly points: readonly string[] }[]
}

const START = ['block-commands', 'ask-before', 'rewrite-arguments']

async function newSession(server: Server, workspace: string, hooks: readonly string[] = START): Promise<string> {
  const attach = hooks.map((hook) => ({ hook }))
  const { id } = await call<{ id: string }>(server, 'sessions.create', { workspace, model: 'scripted/tour', attach })
  return id
}

async function openSession(page: Page, server: Server, id: string): Promise<void> {
  await showRects(page)
  await page.goto(`${server.url}/s/${id}`)
  await rectOf(page, 'station', 'tools.before')
}

function compositionOf(server: Server, id: string): Promise<Composition> {
  return call<Composition>(server, 'hooks.composition', { id }, 'GET')
}

/** `fence@tools.before`, in asking order. */
async function standing(server: Server, id: string): Promise<readonly string[]> {
  return (await compositionOf(server, id)).hooks.map(({ name, points }) => `${name}@${points.join('+')}`)
}

async function idOf(server: Server, session: string, hook: string): Promise<string> {
  const found = (await attachedOf(server, session)).find((one) => one.hook === hook)
  if (found === undefined) throw new Error(`${hook} is not attached`)
  return found.id
}

async function stationAt(page: Page, point: string): Promise<Place> {
  const { x, y, width, height } = await rectOf(page, 'station', point)
  return { x: x + width / 2, y: y + height / 2 }
}

/** On a card, left of its switch; `down`: how far down it, from 0 to 1. */
async function cardAt(page: Page, server: Server, session: string, hook: string, down = 0.3): Promise<Place> {
  const { x, y, width, height } = await rectOf(page, 'attachment', await idOf(server, session, hook))
  return { x: x + width * 0.2, y: y + height * down }
}

async function paletteAt(page: Page, hook: string): Promise<Place> {
  const item = page.locator(`[data-hook="${hook}"]`).first()
  await item.scrollIntoViewIfNeeded()
  const box = await item.boundingBox()
  if (box === null) throw new Error(`${hook} is not in the palette`)
  return { x: box.x + 40, y: box.y + 12 }
}

async function drag(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 9, from.y + 4, { steps: 2 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
}

async function drop(page: Page, from: Place, to: Place): Promise<void> {
  await drag(page, from, to)
  await page.mouse.up()
}

async function openPalette(page: Page): Promise<void> {
  if (!(await page.getByTestId('palette').isVisible())) await page.keyboard.press('h')
  await expect(page.getByTestId('palette')).toBeVisible()
}

/** What the browser's zoom does: fewer CSS pixels in the window, more of the screen's for each. */
async function zoomBrowser(page: Page, zoom: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: Math.round(1440 / zoom),
    height: Math.round(900 / zoom),
    deviceScaleFactor: zoom,
    mobile: false,
  })
}

/** Turns the wheel and waits until the rail has moved: the browser takes its time with wheels. */
async function wheel(page: Page, x: number, y: number): Promise<void> {
  const place = () => page.evaluate(() => JSON.stringify(window.__belayRect?.('station', 'memory.keep')))
  const before = await place()
  await page.mouse.wheel(x, y)
  await expect.poll(place).not.toBe(before)
}

test.describe('a hook of the palette is attached where it is dropped', () => {
  for (const zoom of [0.67, 1, 1.5])
    test(`at a browser zoom of ${zoom * 100} %`, async ({ signedIn: page, server, workspace }) => {
      await zoomBrowser(page, zoom)
      const id = await newSession(server, workspace)
      await openSession(page, server, id)
      if (await page.getByRole('tab', { name: 'Board' }).isVisible())
        await page.getByRole('tab', { name: 'Board' }).click()
      await openPalette(page)
      const before = await cardAt(page, server, id, 'ask-before', 0.1)
      await drop(page, await paletteAt(page, 'block-commands'), before)
      await expect
        .poll(() => standing(server, id))
        .toEqual([
          'block-commands@tools.before',
          'block-commands@tools.before',
          'ask-before@tools.before',
          'rewrite-arguments@tools.before',
        ])
      await drop(page, await paletteAt(page, 'add-context'), await stationAt(page, 'context.build'))
      await expect.poll(async () => (await standing(server, id)).at(-1)).toBe('add-context@context.build')
    })

  test('on a rail that is zoomed and panned', async ({ signedIn: page, server, workspace }) => {
    const id = await newSession(server, workspace)
    await openSession(page, server, id)
    await openPalette(page)
    for (const zoom of [-70, 140]) {
      const at = await stationAt(page, 'tools.before')
      await page.mouse.move(at.x, at.y + 20)
      await page.keyboard.down('Control')
      await wheel(page, 0, zoom)
      await page.keyboard.up('Control')
      await expect(page.getByRole('button', { name: /% · fit/ })).toBeVisible()
      await wheel(page, 30, 12)
      const target = () => cardAt(page, server, id, 'block-commands', 0.1)
      await drag(page, await paletteAt(page, 'ask-before'), await target())
      // On its way a slow drag is held near the rail's edge, and the rail goes on: as a person does, look again before letting go.
      const there = await target()
      await page.mouse.move(there.x, there.y)
      await page.mouse.up()
      await expect.poll(async () => (await standing(server, id))[0]).toBe('ask-before@tools.before')
      await drop(page, await cardAt(page, server, id, 'ask-before'), { x: 700, y: 800 })
      await expect.poll(async () => (await standing(server, id))[0]).toBe('block-commands@tools.before')
    }
  })

  test('case 54-drop-at-wrong-place: on a page that is scaled by CSS, and outside of the stage nothing', async ({
    signedIn: page,
    server,
    workspace,
  }) => {
    const id = await newSession(server, workspace)
    await openSession(page, server, id)
    await openPalette(page)
    await page.evaluate(() => {
      document.body.style.transform = 'scale(0.8)'
      document.body.style.transformOrigin = '40px 30px'
    })
    const from = await paletteAt(page, 'block-commands')
    await drop(page, from, { x: from.x + 30, y: from.y + 300 })
    expect(await standing(server, id)).toHaveLength(3)
    await drop(page, await paletteAt(page, 'add-context'), await stationAt(page, 'guard.onInput'))
    await expect.poll(async () => (await standing(server, id)).at(-1)).toBe('add-context@guard.onInput')
  })
})

test('attached, reordered, moved and detached by mouse; undone to the start and redone to the end; the same after a reload', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await newSession(server, workspace)
  await openSession(page, server, id)
  const { hash: first } = await compositionOf(server, id)
  await openPalette(page)
  await drop(page, await paletteAt(page, 'add-context'), await stationAt(page, 'guard.onInput'))
  await expect.poll(async () => (await standing(server, id)).at(-1)).toBe('add-context@guard.onInput')

  await drop(
    page,
    await cardAt(page, server, id, 'rewrite-arguments'),
    await cardAt(page, server, id, 'block-commands', 0.1),
  )
  await expect.poll(async () => (await standing(server, id))[0]).toBe('rewrite-arguments@tools.before')

  await drop(page, await cardAt(page, server, id, 'add-context'), await stationAt(page, 'context.build'))
  await expect.poll(async () => (await standing(server, id)).at(-1)).toBe('add-context@context.build')

  await drop(page, await cardAt(page, server, id, 'ask-before'), { x: 700, y: 780 })
  await expect
    .poll(() => standing(server, id))
    .toEqual(['rewrite-arguments@tools.before', 'block-commands@tools.before', 'add-context@context.build'])
  const { hash: last } = await compositionOf(server, id)

  const step = async (keys: string, hash: string) => {
    for (let pressed = 0; pressed < 4; pressed += 1) {
      const before = (await compositionOf(server, id)).hash
      await page.keyboard.press(keys)
      await expect.poll(async () => (await compositionOf(server, id)).hash).not.toBe(before)
    }
    expect((await compositionOf(server, id)).hash).toBe(hash)
  }
  await page.getByTestId('rail-canvas').click({ position: { x: 8, y: 200 } })
  await step('Control+z', first)
  await step('Control+Shift+z', last)
  await page.reload()
  await rectOf(page, 'attachment', await idOf(server, id, 'add-context'))
  expect((await compositionOf(server, id)).hash).toBe(last)
})

test('a station that cannot take a hook says why, and Escape, another button and a lost focus leave all as it was', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await newSession(server, workspace)
  await openSession(page, server, id)
  const { hash } = await compositionOf(server, id)
  await openPalette(page)
  const ghost = page.getByTestId('rail-ghost')
  await drag(page, await paletteAt(page, 'block-commands'), await stationAt(page, 'context.build'))
  await expect(ghost).toContainText('block-commands judges calls before they run: it can stand at tools.before.')
  await page.mouse.up()
  await expect(ghost).toBeHidden()
  await expect(page.getByTestId('rail-said')).toContainText('it can stand at tools.before')

  // What takes it is in sight all the while.
  const station = await stationAt(page, 'tools.before')
  await drag(page, await paletteAt(page, 'block-commands'), station)
  const words = await ghost.boundingBox()
  if (words === null) throw new Error('no words')
  const beside = words.x > station.x + 10 || words.y > station.y + 60
  expect(beside).toBe(true)
  await page.keyboard.press('Escape')
  await page.mouse.up()

  const first = await cardAt(page, server, id, 'block-commands', 0.1)
  const interruptions: readonly (() => Promise<void>)[] = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.down({ button: 'right' }),
    () => page.evaluate(() => void window.dispatchEvent(new Event('blur'))),
  ]
  for (const interrupt of interruptions) {
    await drag(page, await cardAt(page, server, id, 'rewrite-arguments'), first)
    await expect(ghost).toContainText('Ask here')
    await interrupt()
    await expect(ghost).toBeHidden()
    await page.mouse.move(first.x, first.y + 3)
    await page.mouse.up({ button: 'right' })
    await page.mouse.up()
  }
  await expect(page.getByTestId('palette')).toBeVisible()
  expect((await compositionOf(server, id)).hash).toBe(hash)
})

test('the same job with the keyboard alone', async ({ signedIn: page, server, workspace }) => {
  const id = await newSession(server, workspace, ['block-commands', 'ask-before'])
  await openSession(page, server, id)
  const tree = page.getByRole('tree', { name: 'The loop and its hooks' })
  await page.keyboard.press('h')
  await page.keyboard.type('add-context')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'guard.onInput' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await standing(server, id)).at(-1)).toBe('add-context@guard.onInput')
  await page.keyboard.press('Escape')
  await expect(tree).toBeFocused()

  const goTo = async (label: RegExp) => {
    const active = async () => {
      const item = await tree.getAttribute('aria-activedescendant')
      return (await page.locator(`[id="${item}"]`).textContent()) ?? ''
    }
    await page.keyboard.press('Home')
    for (let moved = 0; moved < 30 && !label.test(await active()); moved += 1) await page.keyboard.press('ArrowDown')
    expect(await active()).toMatch(label)
  }
  await goTo(/^add-context/)
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(async () => (await standing(server, id)).at(-1)).toBe('add-context@context.build')
  await goTo(/^ask-before/)
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(async () => (await standing(server, id))[0]).toBe('ask-before@tools.before')
  // The ring went along: the next keys are for the same hook.
  await page.keyboard.press('Space')
  await expect.poll(async () => (await attachedOf(server, id))[0]?.mode).toBe('shadow')
  await page.keyboard.press('Delete')
  await expect.poll(() => standing(server, id)).toEqual(['block-commands@tools.before', 'add-context@context.build'])
  for (let pressed = 0; pressed < 5; pressed += 1) {
    const { hash } = await compositionOf(server, id)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await compositionOf(server, id)).hash).not.toBe(hash)
  }
  expect(await standing(server, id)).toEqual(['block-commands@tools.before', 'ask-before@tools.before'])
})

test('two pages at once: a drag goes on over what the other page does, and both show the same', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await newSession(server, workspace)
  await openSession(page, server, id)
  const other = await page.context().newPage()
  await openSession(other, server, id)

  await drag(
    page,
    await cardAt(page, server, id, 'rewrite-arguments'),
    await cardAt(page, server, id, 'block-commands', 0.1),
  )
  const gone = await idOf(server, id, 'ask-before')
  await drop(other, await cardAt(other, server, id, 'ask-before'), { x: 700, y: 780 })
  await expect.poll(() => standing(server, id)).not.toContain('ask-before@tools.before')
  await expect.poll(() => page.evaluate((hook) => window.__belayRect?.('attachment', hook) ?? null, gone)).toBeNull()
  await page.mouse.up()
  const both = ['rewrite-arguments@tools.before', 'block-commands@tools.before']
  await expect.poll(() => standing(server, id)).toEqual(both)
  for (const each of [page, other]) {
    const top = await cardAt(each, server, id, 'rewrite-arguments')
    const below = await cardAt(each, server, id, 'block-commands')
    expect(top.y).toBeLessThan(below.y)
  }

  // What is dragged is taken away by the other page: the drag ends, and nothing comes of it.
  await drag(page, await cardAt(page, server, id, 'block-commands'), await stationAt(page, 'tools.before'))
  await drop(other, await cardAt(other, server, id, 'block-commands'), { x: 700, y: 780 })
  await expect(page.getByTestId('rail-ghost')).toBeHidden()
  await expect(page.getByTestId('rail').locator('p').filter({ hasText: 'taken away elsewhere' })).toBeVisible()
  await page.mouse.up()
  expect(await standing(server, id)).toEqual(['rewrite-arguments@tools.before'])
  await other.close()
})
