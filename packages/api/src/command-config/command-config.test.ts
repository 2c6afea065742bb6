/** `hooks.json` on a real disk, held against the record of real turns. */
import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ended, until } from '../testing/until'
import { freshFolder, openTest, testTool } from '../testing/world'

const ONE = '{\n  "hooks": {}\n}\n'

async function open() {
  const home = freshFolder()
  return { belay: await openTest({ home }), path: join(home, 'hooks.json') }
}

describe('the file', () => {
  it('is not there at first, is made for its owner alone, and is then saved over', async () => {
    const { belay, path } = await open()
    expect(await belay.commandFile()).toBeNull()
    const made = await belay.saveCommandFile({ text: ONE, expect: null })
    expect(made).toMatchObject({ file: path, text: ONE })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const next = await belay.saveCommandFile({ text: `${ONE}\n`, expect: made.hash })
    expect(await belay.commandFile()).toEqual(next)
  })

  it('keeps what somebody else wrote meanwhile', async () => {
    const { belay, path } = await open()
    const { hash } = await belay.saveCommandFile({ text: ONE, expect: null })
    writeFileSync(path, '{"hooks":{}}')
    await expect(belay.saveCommandFile({ text: '1', expect: hash })).rejects.toMatchObject({ code: 'conflict' })
    await expect(belay.saveCommandFile({ text: '1', expect: null })).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(path, 'utf8')).toBe('{"hooks":{}}')
  })

  it('keeps its line ends, its byte order mark, its mode, and stays the link that it is', async () => {
    const { belay, path } = await open()
    const real = join(freshFolder('elsewhere'), 'mine.json')
    writeFileSync(real, '\ufeff{\r\n  "hooks": {}\r\n}\r\n')
    chmodSync(real, 0o640)
    symlinkSync(real, path)
    const file = await belay.commandFile()
    expect(file?.text).toBe(ONE)
    await belay.saveCommandFile({ text: ONE.replace('{}', '{\n  }'), expect: file?.hash ?? '' })
    expect(readFileSync(real, 'utf8')).toBe('\ufeff{\r\n  "hooks": {\r\n  }\r\n}\r\n')
    expect(statSync(real).mode & 0o777).toBe(0o640)
  })

  it('is not opened where it is no UTF-8: saving it would lose what can not be shown', async () => {
    const { belay, path } = await open()
    writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]))
    await expect(belay.commandFile()).rejects.toThrow(/no UTF-8 text/)
  })
})

const grouped = (event: string, groups: readonly object[]) => JSON.stringify({ hooks: { [event]: groups } })
const command = (line: string, more: object = {}) => ({ type: 'command', command: line, ...more })

describe('a text', () => {
  it('is told apart: what runs, what is not run here, and what is wrong where', async () => {
    const { belay } = await open()
    const text = grouped('PreToolUse', [
      { matcher: 'Bash', hooks: [command('true'), { type: 'prompt', prompt: 'Is this safe?' }, { type: 'Command' }] },
    ])
    const check = await belay.checkCommands(text)
    expect(check.entries.map(({ places }) => places[0]?.path)).toEqual(['hooks.PreToolUse[0].hooks[0]'])
    expect(check.notRun).toMatchObject([{ type: 'prompt' }])
    expect(check.diagnostics.map(({ severity, path }) => [severity, path])).toContainEqual([
      'error',
      'hooks.PreToolUse[0].hooks[2].type',
    ])
    expect(check.readable).toBe(true)
  })

  it('that is no JSON runs none of its commands', async () => {
    const { belay } = await open()
    expect(await belay.checkCommands('{ "hooks": }')).toMatchObject({ readable: false, entries: [] })
    expect(await belay.matchCommands('{ "hooks": }')).toEqual({ groups: [], entries: [], recorded: {} })
  })
})

const run = testTool('run', async ({ command: line }) => ({
  content: `ran ${line}`,
  isError: line === 'false',
  facts: {},
}))
const call = (line: string) => ({ name: 'run', args: { command: line } })

describe('what is on record', () => {
  async function scene() {
    const steps = [{ calls: [call('git status'), call('ls && rm -rf dist'), call('false')] }, { text: 'Done.' }]
    const belay = await openTest({ steps, tools: [run] })
    const { id } = await belay.createSession({ workspace: freshFolder('work'), permission: 'auto' })
    await belay.send(id, 'go')
    await until(belay, id, ended)
    return { belay, id }
  }

  it('is selected by matcher and condition as it would be asked about', async () => {
    const { belay, id } = await scene()
    const text = grouped('PreToolUse', [
      { matcher: 'Bash', hooks: [command('a', { if: 'Bash(rm *)' }), command('b')] },
      { matcher: 'bash', hooks: [command('c')] },
      { matcher: 'Edit|(', hooks: [command('d')] },
    ])
    const { groups, entries, recorded } = await belay.matchCommands(text, id)
    const calls = recorded.PreToolUse ?? []
    const subjects = (places: readonly number[]) => places.map((at) => calls[at]?.subject ?? '').sort()
    const [falls, git, rm] = calls.map(({ subject }) => subject).sort()
    expect(calls.map(({ value }) => value)).toEqual(['Bash', 'Bash', 'Bash'])
    expect(groups.map((group) => [group.path, group.tools, subjects(group.calls)])).toEqual([
      ['hooks.PreToolUse[0]', ['Bash'], [falls, git, rm]],
      ['hooks.PreToolUse[1]', [], []],
      ['hooks.PreToolUse[2]', [], []],
    ])
    expect(entries.map((entry) => [entry.path, subjects(entry.calls).length])).toEqual([
      ['hooks.PreToolUse[0].hooks[0]', 1],
      ['hooks.PreToolUse[0].hooks[1]', 3],
      ['hooks.PreToolUse[1].hooks[0]', 0],
    ])
    expect(subjects(entries[0]?.calls ?? [])[0]).toContain('rm -rf dist')
  })

  it('is told apart by how it ended; a prompt has nothing to match', async () => {
    const { belay, id } = await scene()
    const group = (more = {}) => [{ hooks: [command('x')], ...more }]
    const text = JSON.stringify({
      hooks: {
        PostToolUse: group(),
        PostToolUseFailure: group(),
        UserPromptSubmit: group({ matcher: 'Bash' }),
        Stop: group(),
      },
    })
    const { groups, recorded } = await belay.matchCommands(text, id)
    expect(groups.map(({ event, tools, calls }) => [event, tools, calls.length])).toEqual([
      ['PostToolUse', ['Bash'], 2],
      ['PostToolUseFailure', ['Bash'], 1],
      ['UserPromptSubmit', null, 1],
      ['Stop', null, 1],
    ])
    expect(recorded.Stop?.[0]?.subject).toBe('Done.')
  })
})
