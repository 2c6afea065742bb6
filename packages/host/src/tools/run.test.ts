import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createTools } from './index'
import { programEnvironment } from './program-environment'
import { createWorkspace } from './testing/workspace'

const node = `'${process.execPath}'`

describe('run', () => {
  test('runs one program in the workspace and says how it ended', async () => {
    const folder = createWorkspace()
    const result = await folder.call('run', { command: `${node} -e 'console.log(process.cwd()); process.exit(3)'` })
    expect(result).toMatchObject({
      isError: true,
      content: `${folder.root}\n[exit code 3]`,
      facts: { exitCode: 3, timedOut: false },
    })
  })

  test('hands over folder, variables and input', async () => {
    const folder = createWorkspace()
    mkdirSync(join(folder.root, 'sub'))
    const script = 'process.stdin.pipe(process.stdout); console.log(process.cwd().slice(-4), process.env.COLOUR)'
    const args = { command: `${node} -e '${script}'`, cwd: 'sub', env: { COLOUR: 'red' }, stdin: 'hello' }
    expect((await folder.call('run', args)).content).toBe('/sub red\nhello\n[exit code 0]')
  })

  test.each([
    ['a second command', 'ls; rm -rf /', 'one call of run for each command'],
    ['a pipe', 'ls | wc -l', 'stdin'],
    ['a redirection', 'echo a > b', 'files.write'],
    ['a program that is not there', 'no-such-program', 'not started: there is no program no-such-program'],
  ])('does not run %s, and says what to write', async (_, command, instead) => {
    const result = await createWorkspace().call('run', { command })
    expect(result.isError).toBe(true)
    expect(result.content).toContain(instead)
  })

  test.each([
    ['is a file', 'a.txt', 'not started: cwd a.txt is not a folder'],
    ['is not there', 'gone', 'not started: cwd gone is not there'],
  ])('does not run where the folder %s', async (_, cwd, sentence) => {
    const folder = createWorkspace()
    writeFileSync(join(folder.root, 'a.txt'), '')
    expect(await folder.call('run', { command: 'true', cwd })).toMatchObject({ isError: true, content: sentence })
  })

  test('ends at its time limit', async () => {
    const result = await createWorkspace().call('run', { command: 'sleep 60', timeoutMs: 50 })
    expect(result).toMatchObject({ isError: true, facts: { timedOut: true } })
    expect(result.content).toContain('timed out after 50 ms')
  })

  test('with run.shell hands to sh what is more than a program', async () => {
    const result = await createWorkspace({ shell: true }).call('run', { command: 'echo a | tr a b && echo c' })
    expect(result).toMatchObject({ content: 'b\nc\n[exit code 0]', isError: false })
  })
})

describe('what run needs', () => {
  test.each([
    ['a program', { command: 'npm test' }, { kind: 'run:npm', outside: false, question: 'Run npm test?' }],
    ['another of the same name', { command: './npm test' }, { kind: 'run:./npm' }],
    [
      'variables',
      { command: 'npm test', env: { PATH: '.', A: '1' } },
      { kind: 'run:npm A PATH', question: 'Run npm test with A=1 PATH=.?' },
    ],
    ['a folder', { command: 'npm test', cwd: 'sub' }, { outside: false, question: 'Run npm test in sub?' }],
    ['a folder outside', { command: 'npm test', cwd: '..' }, { outside: true }],
    ['a link to a folder outside', { command: 'npm test', cwd: 'away' }, { outside: true }],
  ])('%s', async (_, args, expected) => {
    const folder = createWorkspace()
    mkdirSync(join(folder.root, 'sub'))
    symlinkSync(folder.outside, join(folder.root, 'away'))
    expect(await folder.tool('run').need(args, folder.root)).toMatchObject({ access: 'ask', ...expected })
  })

  test('nothing, where it is refused anyway', async () => {
    const folder = createWorkspace()
    expect(await folder.tool('run').need({ command: 'a && b' }, folder.root)).toEqual({ access: 'free' })
  })
})

test('programs are not given keys of providers and other secrets', () => {
  const own = {
    PATH: '/bin',
    OPENAI_API_KEY: 'a',
    gh_token: 'b',
    AWS_SECRET_ACCESS_KEY: 'c',
    DB_PASSWORD: 'd',
    BELAY_TOKEN: 'e',
    TOKENS: 'f',
    gone: undefined,
  }
  expect(programEnvironment(own, { MY_TOKEN: 'given' })).toEqual({ PATH: '/bin', TOKENS: 'f', MY_TOKEN: 'given' })
})

test('run hides them from a real program', async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'hidden')
  const { content } = await createWorkspace().call('run', {
    command: `${node} -e 'console.log(process.env.ANTHROPIC_API_KEY)'`,
  })
  vi.unstubAllEnvs()
  expect(content).toBe('undefined\n[exit code 0]')
})

describe('every tool', () => {
  const spawner = { spawn: async () => ({ ok: false, reason: 'the tree is full' }) as const }
  const tools = createTools({ spawner, shell: false })

  test.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s has a schema of an object and refuses what does not fit',
    (_, tool) => {
      expect(tool.schema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(tool.parse({ strange: 1 })).toMatchObject({ ok: false })
      expect(() => tool.subject({ strange: 1 })).not.toThrow()
    },
  )

  test('names the path of what does not fit and what was expected', () => {
    const [run] = tools
    expect(run?.parse({ command: 1, timeoutMs: 0 })).toEqual({
      ok: false,
      message:
        'command: Invalid input: expected string, received number; timeoutMs: Too small: expected number to be >=1',
    })
  })
})

describe('agents.spawn', () => {
  const args = { name: 'scout', prompt: 'Look around.' }

  test('starts a child and returns at once', async () => {
    const result = await createWorkspace().call('agents.spawn', args)
    expect(result).toMatchObject({ isError: false, facts: { childSession: 'ses-child' } })
  })

  test('does not start one whose verifier needs a shell', async () => {
    const result = await createWorkspace().call('agents.spawn', { ...args, verifier: 'a && b' })
    expect(result).toMatchObject({ isError: true, facts: {} })
  })

  test('asks for its verifier like for any program', async () => {
    const { tool, root } = createWorkspace()
    expect(await tool('agents.spawn').need(args, root)).toEqual({ access: 'free' })
    expect(await tool('agents.spawn').need({ ...args, verifier: 'npm test' }, root)).toMatchObject({ kind: 'run:npm' })
  })
})
