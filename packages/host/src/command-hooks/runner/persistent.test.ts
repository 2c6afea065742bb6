import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import type { PersistentCommand } from '../run'
import { createCommandRunner } from './index'
import { ENV, freshRunner, isAlive } from './testing/commands'

/** Says its pid and how many questions it has had, and does what the payload asks for. */
const SCRIPT = `
let count = 0
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, payload } = JSON.parse(line)
  count += 1
  const answer = { pid: process.pid, count, payload }
  const say = () => process.stdout.write(JSON.stringify({ id, answer }) + '\\n')
  if (payload.do === 'exit') process.exit(payload.code)
  if (payload.do === 'kill') process.kill(process.pid, 'SIGKILL')
  if (payload.do === 'noise') process.stdout.write('a line that is no answer\\n{"no":"id"}\\n')
  if (payload.do === 'complain') process.stderr.write('watch out\\n')
  if (payload.do === 'plain') process.stdout.write(JSON.stringify({ id, decision: 'block' }) + '\\n')
  else if (payload.do === 'later') setTimeout(say, payload.ms)
  else if (payload.do !== 'never') say()
})`

function fresh(script = SCRIPT): { readonly command: PersistentCommand; readonly file: string } {
  const folder = freshFolder()
  const file = join(folder, 'guard.cjs')
  writeFileSync(file, script)
  const program = {
    line: `exec node "$CLAUDE_PROJECT_DIR"/guard.cjs`,
    args: null,
    cwd: '/',
    env: { ...ENV, CLAUDE_PROJECT_DIR: folder },
  }
  return { command: freshRunner().persistent(program), file }
}

const limits = (timeoutMs = 20_000, signal = new AbortController().signal) => ({ timeoutMs, signal })

async function pidOf(command: PersistentCommand): Promise<number> {
  return JSON.parse((await command.ask('{}', limits())).answerText).pid
}

describe('a persistent command', () => {
  test('what it printed to nobody is not lost when its time is up: it may be a refusal', async () => {
    const script = `process.stdin.once('data', () => console.log('{"decision":"block","reason":"never"}'))`
    const { command } = fresh(script)
    const run = await command.ask('{}', limits(600))
    expect(run.end).toEqual({ by: 'timeout' })
    expect(JSON.parse(run.answerText)).toEqual({ decision: 'block', reason: 'never' })
  })

  test('is started once, and answers line by line', async () => {
    const { command } = fresh()
    const first = JSON.parse((await command.ask('{\n "a": "ä\\n"\n}', limits())).answerText)
    const second = await command.ask('{}', limits())
    expect(first).toMatchObject({ count: 1, payload: { a: 'ä\n' } })
    expect(JSON.parse(second.answerText)).toEqual({ pid: first.pid, count: 2, payload: {} })
    expect(second).toMatchObject({ end: { by: 'exit', exitCode: 0 }, stdinDelivered: true, pipesHeld: false })
  })

  test('has several questions under way, answered in any order', async () => {
    const { command } = fresh()
    const asked = [120, 60, 1].map((ms) => command.ask(JSON.stringify({ do: 'later', ms }), limits()))
    const counts = (await Promise.all(asked)).map((run) => JSON.parse(run.answerText).payload.ms)
    expect(counts).toEqual([120, 60, 1])
  })

  test('may answer without a field for it', async () => {
    expect((await fresh().command.ask('{"do":"plain"}', limits())).answerText).toBe('{"decision":"block"}')
  })

  test('what is no answer is kept in front of the next one, and what it said on stderr', async () => {
    const { command } = fresh()
    const run = await command.ask('{"do":"noise"}', limits())
    expect(run.stdout.text).toMatch(/^a line that is no answer\n\{"no":"id"\}\n\{"pid":/)
    const { stderr, stdout } = await command.ask('{"do":"complain"}', limits())
    expect(stdout.text).toMatch(/^\{"pid"/)
    expect(stderr.text).toBe('watch out\n')
  })

  test.each([
    ['ends with a code', '{"do":"exit","code":3}', { by: 'exit', exitCode: 3 }],
    [
      'ends with 0 without an answer',
      '{"do":"exit","code":0}',
      { by: 'not_started', message: 'it ended with exit code 0 and had not answered' },
    ],
    ['dies', '{"do":"kill"}', { by: 'signal', signal: 'SIGKILL' }],
  ])('that %s fails what it was asked, and is started anew', async (_, payload, end) => {
    const { command } = fresh()
    const before = await pidOf(command)
    expect((await command.ask(payload, limits())).end).toEqual(end)
    expect(await pidOf(command)).not.toBe(before)
  })

  test('that runs out of time is ended and started anew; what else it was asked is put to the next', async () => {
    const { command } = fresh()
    const before = await pidOf(command)
    const other = command.ask('{"do":"later","ms":500}', limits())
    const run = await command.ask('{"do":"never"}', limits(200))
    expect(run.end).toEqual({ by: 'timeout' })
    expect(run.durationMs).toBeLessThan(300)
    const { pid, count } = JSON.parse((await other).answerText)
    expect(pid).not.toBe(before)
    expect(count).toBe(1)
  })

  test('that owes an answer after a stop is replaced at the next asking, one that gave it is not', async () => {
    const { command } = fresh()
    const before = await pidOf(command)
    const stop = new AbortController()
    const stopped = command.ask('{"do":"never"}', limits(20_000, stop.signal))
    stop.abort()
    expect((await stopped).end).toEqual({ by: 'cancelled' })
    const after = await pidOf(command)
    expect(after).not.toBe(before)
    expect(await pidOf(command)).toBe(after)
  })

  test('is started anew when the content of its script changes, not when it is only touched', async () => {
    const { command, file } = fresh()
    const before = await pidOf(command)
    writeFileSync(file, SCRIPT)
    expect(await pidOf(command)).toBe(before)
    writeFileSync(file, SCRIPT.replace('pid: process.pid', 'pid: process.pid, changed: true'))
    const { pid, changed } = JSON.parse((await command.ask('{}', limits())).answerText)
    expect(changed).toBe(true)
    expect(pid).not.toBe(before)
  })

  test('that is not there fails each time', async () => {
    const program = { line: 'no-such-guard', args: null, cwd: '/', env: ENV }
    const command = freshRunner().persistent(program)
    for (let n = 0; n < 2; n += 1) {
      const run = await command.ask('{}', limits())
      expect(run).toMatchObject({
        end: { by: 'exit', exitCode: 127 },
        stderr: { text: expect.stringContaining('not found') },
      })
    }
  })

  test('in a folder that is gone was not started', async () => {
    const command = freshRunner().persistent({ line: 'cat', args: null, cwd: '/no/such', env: ENV })
    expect((await command.ask('{}', limits())).end).toEqual({
      by: 'not_started',
      message: 'there is no folder /no/such',
    })
  })

  test('ends with the runner', async () => {
    const runner = createCommandRunner()
    onTestFinished(() => runner.close())
    const { file } = fresh()
    const command = runner.persistent({ line: 'node', args: [file], cwd: '/', env: ENV })
    const pid = await pidOf(command)
    expect(isAlive(pid)).toBe(true)
    await runner.close()
    expect(isAlive(pid)).toBe(false)
    expect((await command.ask('{}', limits())).end.by).toBe('not_started')
  })
})

const DOC = readFileSync(join(import.meta.dirname, '../../../../../docs/command-hooks/persistent.md'), 'utf8')

describe('docs/command-hooks/persistent.md', () => {
  test.each([
    ['python', 'python3', 'guard.py'],
    ['js', 'node', 'guard.cjs'],
    ['sh', 'jq', 'guard.sh'],
  ])('the helper for %s', async (language, needs, name) => {
    if (spawnSync(needs, ['--version']).status !== 0) return
    const [, code = ''] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(DOC) ?? []
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(8)
    const file = join(freshFolder(), name)
    writeFileSync(file, code)
    const program = {
      line: `exec ${language === 'js' ? 'node' : needs === 'jq' ? 'sh' : needs} ${file}`,
      args: null,
      cwd: '/',
      env: ENV,
    }
    const command = freshRunner().persistent(program)
    const ask = async (text: string) =>
      (await command.ask(JSON.stringify({ tool_input: { command: text } }), limits())).answerText
    expect(JSON.parse(await ask('rm -rf /'))).toEqual({ decision: 'block', reason: 'no rm -rf here' })
    expect(await ask('ls')).toBe('')
    expect((await command.ask('{}', limits())).answerText).toBe('')
  })
})
