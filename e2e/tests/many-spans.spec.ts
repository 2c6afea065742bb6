/** A session of 2,000 spans: everything is there, and everything can be reached. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, clickOn, showRects, widthOf } from './board'
import { expect, test } from './server'

const COUNT = 2_000

/** Steps of ten calls each, three at a time. */
function spans() {
  const turn = { id: 'turn', parent: null, name: 'a long turn', start: 0, end: COUNT * 10 }
  const calls = Array.from({ length: COUNT - 1 }, (_, index) => {
    const start = Math.floor(index / 3) * 30
    return { id: `call-${index}`, parent: 'turn', name: `files.read ${index}`, start, end: start + 12 + (index % 17) }
  })
  return [turn, ...calls]
}

test('2,000 spans are drawn, found, fitted and inspected', async ({ signedIn: page, server, workspace }) => {
  const path = join(workspace, 'long.json')
  writeFileSync(path, JSON.stringify(spans()))
  await showRects(page)
  const { sessions } = await call<{ sessions: string[] }>(server, 'app.importFile', { path, workspace })
  const session = sessions[0] ?? ''
  // Imported spans are named by the file's hash and their place in it.
  const spanAt = (place: number) => `${session.replace('ses_', 'spn_')}_${place}`
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`${server.url}/s/${session}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('treeitem', { name: /files\.read 0/ })).toBeAttached()
  await timeline.getByRole('tree').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector).toContainText('files.read 0')

  // Fitted, a bar is wide enough to be pointed at, and so is its neighbour in the lane below.
  await page.keyboard.press('f')
  await expect.poll(() => widthOf(page, 'span', spanAt(1))).toBeGreaterThan(200)
  await clickOn(page, 'span', spanAt(2))
  await expect(inspector).toContainText('files.read 1')

  // The last of them is reached from the keyboard, and shown.
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(inspector).toContainText(/files\.read 19\d\d/)
  await page.keyboard.press('0')
  await expect.poll(() => widthOf(page, 'span', spanAt(0))).toBeGreaterThan(100)
  expect(errors).toEqual([])
})
