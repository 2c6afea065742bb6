/** The server dies in the middle of a tool call, and is started again. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call } from './board'
import { expect, freshFolder, removeFolder, startServer, test } from './server'

test('after kill -9 in a tool call the session opens, the call is of unknown outcome, and nothing ran twice', async ({
  page,
}) => {
  const home = freshFolder('crash')
  const workspace = freshFolder('crash-workspace')
  const first = await startServer(home)
  writeFileSync(
    join(home, 'scripts/long.yaml'),
    `name: long
steps:
  - text: "Running."
    calls: [{ name: run, args: { command: "node count.mjs" } }]
  - text: "It was cut off; I looked first."
`,
  )
  writeFileSync(
    join(workspace, 'count.mjs'),
    `import { appendFileSync } from 'node:fs'
appendFileSync('runs.txt', process.pid + '\\n')
setTimeout(() => {}, 60_000)
`,
  )
  const { id } = await call<{ id: string }>(first, 'sessions.create', {
    workspace,
    model: 'scripted/long',
    permission: 'auto',
  })
  await call(first, 'sessions.send', { id, text: 'Run it.' })
  const runs = () => {
    try {
      return readFileSync(join(workspace, 'runs.txt'), 'utf8').trim().split('\n')
    } catch {
      return []
    }
  }
  await expect.poll(() => runs().length).toBe(1)
  await first.end('SIGKILL')
  const left = Number(runs()[0])
  try {
    process.kill(left, 'SIGKILL')
  } catch {
    // It ended with the server.
  }

  const second = await startServer(home)
  await page.goto(await second.signInUrl())
  await page.goto(`${second.url}/s/${id}`)
  const transcript = page.getByRole('log', { name: 'Transcript' })
  await expect(transcript).toContainText(/unknown outcome/i)
  await expect(transcript).toContainText(/interrupted/i)
  await page.getByRole('textbox', { name: 'Message to the agent' }).fill('What happened?')
  await page.keyboard.press('Enter')
  await expect(transcript).toContainText('It was cut off; I looked first.')
  expect(runs()).toHaveLength(1)
  await second.end('SIGTERM')
  removeFolder(home)
  removeFolder(workspace)
})
