import { expect, test, vi } from 'vitest'
import { createWorkspace } from './testing/workspace'

vi.mock('@vscode/ripgrep', () => {
  throw new Error('not installed for this platform')
})

test('a search without its program says so in a sentence', async () => {
  vi.stubEnv('PATH', '/nowhere')
  const result = await createWorkspace().call('files.find', { pattern: 'x' })
  vi.unstubAllEnvs()
  expect(result.isError).toBe(true)
  expect(result.content).toContain('The search program ripgrep is not there')
})
