/** hooks.json with real commands: written in the form, seen on the rail and in the inspector, run again, copied, taken over. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { attachedOf, call, rectOf, sessionIn, showRects } from './board'
import { expect, type Server, testOnFreshHome } from './server'

const test = testOnFreshHome()

const pathOf = (server: Server) => join(server.home, 'hooks.json')

async function openCommands(page: Page, server: Server): Promise<void> {
  await page.goto(`${server.url}/hooks?hook=hooks.json`)
  await expect(page.getByRole('navigation', { name: 'Hooks' })).toBeVisible()
}

/** Where neither its switch nor its menu is. */
async function clickName(page: Page, attachment: string): Promise<void> {
  const { x, y, width, height } = await rectOf(page, 'attachment', attachment)
  await page.mouse.click(x + width * 0.2, y + height * 0.3)
}

const groupOf = (page: Page, event: string, nth = 1) => page.getByRole('group', { name: `group ${nth} of ${event}` })

/** Refuses what runs the test, in colour, and talks beside it. */
const GUARD = `#!/bin/sh
payload=$(cat)
printf '\\033[31mlooked at it\\033[0m\\n'
case $payload in
  *'node test.mjs'*) echo 'no tests on a Friday' >&2; exit 2 ;;
esac
`

test('from an empty file to a refusal in a live turn', async ({ signedIn: page, server, workspace }) => {
  test.setTimeout(180_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await showRects(page)
  await page.waitForURL(/\/s\//)
  const session = sessionIn(page)
  const guard = join(workspace, "a guard's script.sh")
  writeFileSync(guard, GUARD)
  chmodSync(guard, 0o755)
  const line = `"${guard}"`

  await test.step('it is begun, and an event is added by the form', async () => {
    await openCommands(page, server)
    await page.getByRole('button', { name: 'Begin hooks.json' }).click()
    await page.getByRole('button', { name: 'Add event' }).click()
    const group = groupOf(page, 'PreToolUse')
    await group.getByRole('textbox', { name: /^Matcher/ }).fill('Bsh')
    await expect(group).toContainText('matches none of the tools')
    await group.getByRole('textbox', { name: /^Matcher/ }).fill('Bash')
    await expect(group).toContainText(/[1-9]\d* of \d+ recorded calls/)
    await group.getByRole('textbox', { name: 'Shell line of command 1' }).fill(line)
    await group.getByRole('textbox', { name: 'timeout, s' }).fill('2.5')
    await group.getByRole('combobox', { name: 'when it fails' }).selectOption('block')
    await group.getByRole('button', { name: 'Add a command' }).click()
    await group.getByRole('textbox', { name: 'Shell line of command 2' }).fill('no-such-guard-anywhere')
  })

  await test.step('both views are one text, and one undo takes back what either did', async () => {
    await page.getByRole('radio', { name: 'JSON' }).click()
    await expect(page.locator('.cm-content')).toContainText('"timeout": 2.5')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.locator('.cm-content')).not.toContainText('no-such-guard-anywhere')
    await page.getByRole('button', { name: 'Redo' }).click()
    await page.getByRole('radio', { name: 'Form' }).click()
    await expect(page.getByRole('textbox', { name: 'Shell line of command 2' })).toHaveValue('no-such-guard-anywhere')
  })

  await test.step('entries are moved by key, and the focus goes with them', async () => {
    await page.getByRole('textbox', { name: 'Shell line of command 2' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(page.getByRole('textbox', { name: 'Shell line of command 1' })).toHaveValue('no-such-guard-anywhere')
    await expect(page.getByRole('textbox', { name: 'Shell line of command 1' })).toBeFocused()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByRole('textbox', { name: 'Shell line of command 1' })).toHaveValue(line)
  })

  await test.step('and by the mouse', async () => {
    await page.getByTitle('Drag command 2').dragTo(page.getByRole('group', { name: 'command 1' }))
    await expect(page.getByRole('textbox', { name: 'Shell line of command 1' })).toHaveValue('no-such-guard-anywhere')
    await page.getByRole('button', { name: 'Move command 1 down' }).click()
    await expect(page.getByRole('textbox', { name: 'Shell line of command 1' })).toHaveValue(line)
  })

  await test.step('saved, it is fired on a recorded call', async () => {
    await page.keyboard.press('Control+S')
    await expect(page.getByText('Saved. It holds from the next event on')).toBeVisible()
    const saved = JSON.parse(readFileSync(pathOf(server), 'utf8')).hooks.PreToolUse[0]
    expect(saved.matcher).toBe('Bash')
    expect(saved.hooks[0]).toEqual({ type: 'command', command: line, timeout: 2.5, onFailure: 'block' })
    const matches = page.getByRole('complementary', { name: 'What matches' })
    await matches
      .getByRole('button', { name: /^Run it on .*test/ })
      .first()
      .click()
    await expect(page.getByTestId('fired-command')).toContainText('no tests on a Friday')
    await expect(page.getByTestId('fired-command')).toContainText('exit 2')
  })

  await test.step('switched on for the session, it refuses in a turn', async () => {
    await page.goto(`${server.url}/s/${session}`)
    const question = page.getByRole('region', { name: /^Question:/ })
    await question.getByRole('button', { name: 'Allow once' }).click()
    await expect(page.getByRole('button', { name: 'Stop the turn' })).toBeDisabled()
    await page.getByRole('button', { name: /^Extensions:/ }).click()
    await page.getByRole('switch', { name: 'hooks' }).click()
    await page.getByRole('button', { name: 'Switch it on' }).click()
    await expect
      .poll(async () => (await attachedOf(server, session)).filter(({ hook }) => hook.startsWith('hooks/')).length)
      .toBe(2)
    await call(server, 'sessions.send', { id: session, text: 'Fix the failing test.' })
    await expect(page.getByRole('log', { name: 'Transcript' })).toContainText('no tests on a Friday', {
      timeout: 60_000,
    })
    await expect(page.getByRole('button', { name: 'Stop the turn' })).toBeDisabled()
    await page.screenshot({ path: 'test-results/commands-rail.png' })
  })

  await test.step('its node tells how it ran, without a terminal’s sequences', async () => {
    const hooks = await attachedOf(server, session)
    const guarded = hooks.find(({ hook, name }) => hook.startsWith('hooks/') && !name.includes('no-such'))
    await clickName(page, guarded?.id ?? '')
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await inspector.getByText('no tests on a Friday').first().click()
    await inspector.getByRole('tab', { name: 'Command' }).click()
    await expect(page.getByTestId('command-end')).toHaveText('exit 2')
    await expect(inspector).toContainText('looked at it')
    expect(await page.content()).not.toContain('[31m')
    await page.screenshot({ path: 'test-results/commands-inspector.png' })
  })

  await test.step('its call is copied as a line that a shell runs with the same end', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy as a shell line' }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(() => execFileSync('sh', ['-c', copied], { encoding: 'utf8', stdio: 'pipe' })).toThrow(
      expect.objectContaining({ status: 2, stderr: 'no tests on a Friday\n' }),
    )
  })

  await test.step('run again it says what it says today', async () => {
    writeFileSync(guard, GUARD.replace('on a Friday', 'on a Monday'))
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await inspector.getByRole('tab', { name: 'Chain' }).click()
    await inspector.getByRole('button', { name: 'Run again' }).click()
    await expect(inspector.getByText('no tests on a Monday').first()).toBeVisible()
  })

  await test.step('a guard that never starts says so on its node', async () => {
    const hooks = await attachedOf(server, session)
    const missing = hooks.find(({ name }) => name.includes('no-such'))
    await clickName(page, missing?.id ?? '')
    await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText(/not found|127/)
  })
  expect(errors).toEqual([])
})

test('a file that is no JSON says what that means, and another editor’s work is kept', async ({
  signedIn: page,
  server,
}) => {
  writeFileSync(pathOf(server), '{\r\n  "hooks": {}\r\n}\r\n')
  await openCommands(page, server)
  await page.getByRole('radio', { name: 'JSON' }).click()
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(',')
  await expect(
    page.getByText(/^This is not JSON \(line \d\)\. Saved like this, none of its commands runs/),
  ).toBeVisible()
  await page.getByRole('radio', { name: 'Form' }).click()
  await expect(page.getByText('What is not JSON can’t be shown as a form.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Add event' }).click()
  await page.keyboard.press('Control+S')
  await expect
    .poll(() => readFileSync(pathOf(server), 'utf8'))
    .toMatch(/^\{\r\n {2}"hooks": \{\r\n {4}"PreToolUse": \[\r\n/)
  await page.getByRole('button', { name: 'Add event' }).click()
  writeFileSync(pathOf(server), '{"hooks": {"Stop": []}}')
  await expect(page.getByRole('alert', { name: 'The file has changed' })).toBeVisible()
  await page.getByRole('button', { name: 'Take the file' }).click()
  await expect(page.getByRole('region', { name: 'Stop' })).toBeVisible()
})

test('hooks of a checkout are shown with their scripts before they are taken over', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  mkdirSync(join(workspace, '.claude'))
  writeFileSync(join(workspace, 'guard.sh'), '#!/bin/sh\nexit 0\n')
  const hooks = {
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: '"$CLAUDE_PROJECT_DIR"/guard.sh' }] }],
  }
  writeFileSync(join(workspace, '.claude/settings.json'), JSON.stringify({ hooks }))
  await openCommands(page, server)
  await page.getByRole('button', { name: 'Take over the hooks of a folder' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Folder').fill(workspace)
  await dialog.getByRole('button', { name: 'Look', exact: true }).click()
  await expect(dialog).toContainText('"$CLAUDE_PROJECT_DIR"/guard.sh')
  await expect(dialog).toContainText(/guard\.sh3 lines · [0-9a-f]{12}#!\/bin\/sh/)
  await page.screenshot({ path: 'test-results/take-over.png' })
  const take = dialog.getByRole('button', { name: /I have looked/ })
  writeFileSync(join(workspace, 'guard.sh'), '#!/bin/sh\nexit 2\n')
  await take.click()
  await expect(dialog.getByRole('alert')).toContainText('look again')
  await dialog.getByRole('button', { name: 'Look', exact: true }).click()
  await take.click()
  await expect(page.getByText(/^Taken over into/)).toBeVisible()
  expect(readFileSync(pathOf(server), 'utf8')).toContain('guard.sh')
})

test('a script that was changed is not run until a person says yes to what it is', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const script = join(workspace, 'guard.sh')
  writeFileSync(script, '#!/bin/sh\nexit 0\n')
  chmodSync(script, 0o755)
  const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: '"$CLAUDE_PROJECT_DIR"/guard.sh' }] }] }
  writeFileSync(pathOf(server), JSON.stringify({ hooks }))
  await showRects(page)
  const { id } = await call<{ id: string }>(server, 'sessions.create', { workspace })
  writeFileSync(script, '#!/bin/sh\necho rewritten by a model\n')
  await page.goto(`${server.url}/s/${id}`)
  const [guard] = await attachedOf(server, id)
  await clickName(page, guard?.id ?? '')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector.getByRole('alert')).toContainText(
    /Not trusted.*guard\.sh.*was changed since it was last trusted/,
  )
  await page.screenshot({ path: 'test-results/commands-trust.png' })
  await inspector.getByRole('button', { name: 'Look at what changed…' }).click()
  await page.getByRole('button', { name: 'I have looked: trust them' }).click()
  await expect(inspector.getByRole('alert')).toBeHidden()
})
