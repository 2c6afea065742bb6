import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect, onTestFinished, test, vi } from 'vitest'
import { untilWritten } from '../../../processes/testing/until-written'
import { freshFolder } from '../../../testing/fresh-folder'
import type { CommandRunner } from '../../run'
import { ENV, FIXTURES, isAlive, openFiles, request } from '../testing/commands'
import { createThreadedRunner } from './create-threaded-runner'

/** As an app has it: one file. */
async function built(file: string): Promise<URL> {
  const outfile = join(freshFolder(), 'command-thread.mjs')
  await build({ entryPoints: [file], bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'error' })
  return pathToFileURL(outfile)
}

async function freshRunner(main = join(import.meta.dirname, 'main.ts')): Promise<CommandRunner> {
  const runner = createThreadedRunner(await built(main))
  runner.warm(ENV)
  onTestFinished(() => runner.close())
  return runner
}

test('a command says what it says, reads what it is given and ends as it ends', async () => {
  const run = await (await freshRunner()).run(request('cat; echo warned >&2; exit 3', { payload: '{"a":1}' }))
  expect(run).toMatchObject({ end: { by: 'exit', exitCode: 3 }, answerText: '{"a":1}\n', stdinDelivered: true })
  expect(run.stderr.text).toBe('warned\n')
})

test('a time limit and a stop end a command with its group', async () => {
  const runner = await freshRunner()
  const folder = freshFolder()
  const line = 'echo $$ >"$OUT"; exec sleep 30'
  const slow = (name: string, more: object) => request(line, { env: { ...ENV, OUT: join(folder, name) }, ...more })
  const stop = new AbortController()
  const stopped = runner.run(slow('stopped', { signal: stop.signal }))
  const late = runner.run(slow('late', { timeoutMs: 300 }))
  const pids = await Promise.all(['stopped', 'late'].map((name) => untilWritten(join(folder, name))))
  stop.abort()
  expect((await stopped).end).toEqual({ by: 'cancelled' })
  expect((await late).end).toEqual({ by: 'timeout' })
  await runner.settled()
  expect(pids.map(Number).filter((pid) => isAlive(pid))).toEqual([])
})

test('one that was stopped before it was asked for is not started', async () => {
  const out = join(freshFolder(), 'ran')
  const run = await (await freshRunner()).run(request(`touch '${out}'`, { signal: AbortSignal.abort() }))
  expect([run.end, existsSync(out)]).toEqual([{ by: 'cancelled' }, false])
})

test('of an event eight commands run at a time', async () => {
  const folder = freshFolder()
  const runner = await freshRunner()
  const event = runner.forEvent()
  const line = 'echo x >>"$OUT/in"; wc -l <"$OUT/in"; while [ ! -e "$OUT/go" ]; do sleep 0.02; done'
  const runs = Array.from({ length: 9 }, () => event(request(line, { env: { ...ENV, OUT: folder } })))
  const inside = () => readFileSync(join(folder, 'in'), 'utf8').length / 2
  await vi.waitFor(() => expect(inside()).toBe(8), { timeout: 10_000 })
  writeFileSync(join(folder, 'go'), '')
  expect((await Promise.all(runs)).map(({ answerText }) => answerText.trim()).at(-1)).toBe('9')
})

test('a thread that dies takes its commands along, which is told, and the next command has another', async () => {
  const runner = await freshRunner(join(FIXTURES, 'thread-that-dies.ts'))
  const pid = join(freshFolder(), 'pid')
  const running = runner.run(request('echo $$ >"$OUT"; exec sleep 30', { env: { ...ENV, OUT: pid } }))
  const started = Number(await untilWritten(pid))
  const last = runner.run(request('die'))
  expect((await running).end).toEqual({ by: 'signal', signal: 'SIGKILL' })
  expect((await last).end).toEqual({ by: 'signal', signal: 'SIGKILL' })
  await vi.waitFor(() => expect(isAlive(started)).toBe(false), { timeout: 5_000, interval: 20 })
  expect((await runner.run(request('echo here'))).answerText).toBe('here\n')
})

test.each([
  ['is not there', null, 'Cannot find module'],
  ['is broken', 'throw new Error("half a file")', 'half a file'],
  ['is no program', 'const = 1', "command-thread.mjs, which starts commands, can’t be used: Unexpected token '='"],
  ['ends at once', 'process.exit(0)', 'ended before it took one'],
])('where the file of the thread %s, no command is told as killed: none was started', async (_, text, why) => {
  const file = join(freshFolder(), 'command-thread.mjs')
  if (text !== null) writeFileSync(file, text)
  const runner = createThreadedRunner(pathToFileURL(file))
  onTestFinished(() => runner.close())
  runner.warm(ENV)
  const runs = await Promise.all([runner.run(request('true')), runner.run(request('true'))])
  for (const { end } of [...runs, await runner.run(request('true'))])
    expect(end).toMatchObject({ by: 'not_started', message: expect.stringContaining(why) })
})

test('a command that stays answers line by line', async () => {
  const program = { line: `exec sed -u 's/"payload".*/"ok":true}/'`, args: null, cwd: '/', env: ENV }
  const runner = await freshRunner()
  const command = runner.persistent(program)
  const limits = { timeoutMs: 10_000, signal: new AbortController().signal }
  for (const payload of ['{}', '[1]'])
    expect(JSON.parse((await command.ask(payload, limits)).answerText)).toMatchObject({ ok: true })
})

test('after it was closed nothing is left, and nothing is started any more', async () => {
  const runner = await freshRunner()
  const files = openFiles()
  await Promise.all(Array.from({ length: 20 }, () => runner.run(request('true'))))
  await runner.close()
  expect((await runner.run(request('true'))).end).toEqual({ by: 'cancelled' })
  await vi.waitFor(() => expect(openFiles()).toBeLessThanOrEqual(files), { timeout: 2_000 })
})
