import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { untilWritten } from '../../processes/testing/until-written'
import { freshFolder } from '../../testing/fresh-folder'
import type { CommandRequest } from '../run'
import { ENV, FIXTURES, freshRunner, isAlive, request } from './testing/commands'

const PYTHON_MISSING = spawnSync('python3', ['--version']).status !== 0

describe('a command', () => {
  test.each<[string, Partial<CommandRequest> & { line: string }, object]>([
    ['exits with its own code', { line: 'exit 3' }, { end: { by: 'exit', exitCode: 3 } }],
    ['that dies by a signal has no exit code', { line: 'kill -KILL $$' }, { end: { by: 'signal', signal: 'SIGKILL' } }],
    ['that exits with 137 was not killed', { line: 'exit 137' }, { end: { by: 'exit', exitCode: 137 } }],
    ['that is not there exits with 127', { line: 'no-such-program' }, { end: { by: 'exit', exitCode: 127 } }],
    ['that is not executable exits with 126', { line: './04/stdin-deny.json' }, { end: { by: 'exit', exitCode: 126 } }],
    ['with a mistake in it exits with 2, as sh does', { line: 'if' }, { end: { by: 'exit', exitCode: 2 } }],
    ['may be empty', { line: '' }, { end: { by: 'exit', exitCode: 0 } }],
    [
      'reads its payload and a line break, then the end',
      { line: 'cat; echo end', payload: '{"a":"ä\\n"}' },
      { stdout: { text: '{"a":"ä\\n"}\nend\n' }, stdinDelivered: true },
    ],
    [
      'may open its stdin and stderr by their names',
      { line: 'cat /dev/stdin >/dev/stderr', payload: 'p' },
      { stderr: { text: 'p\n' }, end: { by: 'exit', exitCode: 0 } },
    ],
    [
      'that opens stdin after all was read finds its end',
      { line: 'cat; cat /dev/stdin' },
      { stdout: { text: '{}\n' } },
    ],
    ['that reads nothing has not been delivered', { line: 'true' }, { stdinDelivered: false }],
    [
      'that closes its stdin goes on',
      { line: 'exec <&-; sleep 0.1; echo on', payload: 'x'.repeat(2_000_000) },
      { stdout: { text: 'on\n' }, stdinDelivered: false },
    ],
    [
      'that closes its stdout early is waited for',
      { line: 'exec >&- 2>&-; sleep 0.2; exit 4' },
      { end: { exitCode: 4 } },
    ],
    [
      'of several lines, quotes and all scripts',
      { line: `printf '%s' "it's"\nprintf '%s' 'ÄЖ語🙂\\n'` },
      { stdout: { text: "it'sÄЖ語🙂\\n" } },
    ],
    [
      'without a shell gets its arguments as they are',
      { line: 'printf', args: ['[%s]', 'a b', '$HOME', "'", '"', 'x\ny', '*', '\\', '', 'é'] },
      { stdout: { text: '[a b][$HOME][\']["][x\ny][*][\\][][é]' } },
    ],
    ['without a shell that is not there', { line: 'no-such-program', args: [] }, { end: { exitCode: 127 } }],
    [
      'in a folder that is gone',
      { line: 'true', cwd: '/no/such/folder' },
      { end: { by: 'not_started', message: 'there is no folder /no/such/folder' } },
    ],
    ['with a NUL in it', { line: 'a\0b' }, { end: { by: 'not_started' } }],
    ['of 1 MB', { line: `: ${'x'.repeat(1_000_000)}` }, { end: { by: 'not_started' } }],
    ['of 100 KB', { line: `: ${'x'.repeat(100_000)}; echo ran` }, { stdout: { text: 'ran\n' } }],
    [
      'with more environment than the system takes',
      {
        line: 'cat',
        env: { ...ENV, ...Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`BIG_${n}`, 'x'.repeat(90_000)])) },
      },
      { end: { by: 'not_started', message: expect.stringMatching(/too long/i) } },
    ],
    ['that was stopped before', { line: 'true', signal: AbortSignal.abort() }, { end: { by: 'cancelled' } }],
  ])('%s', async (_, { line, ...more }, expected) => {
    expect(await freshRunner().run(request(line, more))).toMatchObject(expected)
  })

  test('sees what `/bin/sh -c` sees: name, folder, environment, open files, group', async () => {
    const cwd = join(freshFolder(), `it's "ü" \n 語`)
    mkdirSync(cwd)
    const odd = {
      IFS: ':',
      OPTIND: '7',
      'a.b': 'dots',
      PWD: '/wrong',
      OLDPWD: '/old',
      _: '/u/s',
      SHLVL: '3',
      ENV: 'x',
      X: "'\n\\",
    }
    const line =
      'echo "$0" "$#" "$-" "$IFS" "$OPTIND" "$X"; pwd; env | sort; ls /proc/self/fd | wc -l; ps -o pid=,pgid=,sid= -p $$ | awk "{print (\\$1==\\$2)(\\$2==\\$3)}"; umask'
    for (const env of [ENV, { ...ENV, ...odd }]) {
      const { stdout } = spawnSync('/bin/sh', ['-c', line], { cwd, env, input: '{}\n', encoding: 'utf8' })
      const here = await freshRunner().run(request(line, { cwd, env }))
      const lines = (text: string) => text.replace(/\n\d\d\n(\d+)\n$/, '\n$1\n')
      expect(lines(here.stdout.text)).toBe(lines(stdout))
      expect(here.stdout.text).toMatch(/\n11\n\d+\n$/)
    }
  })

  test('without a shell sees the environment that it was given, and nothing else', async () => {
    const env = { 'a.b': 'dots', _: '/u/s', IFS: ':', X: 'new\nline', PATH: ENV.PATH ?? '' }
    const runner = freshRunner()
    for (const given of [env, { PATH: ENV.PATH ?? '' }]) {
      const run = await runner.run(
        request(process.execPath, { args: ['-p', 'JSON.stringify(process.env)'], env: given }),
      )
      expect(JSON.parse(run.stdout.text)).toEqual(given)
    }
  })

  test('gets every character of Unicode as it is', async () => {
    let text = ''
    for (let code = 1; code < 0x3100; code += 1) text += String.fromCodePoint(code)
    const run = await freshRunner().run(request('printf', { args: ['%s', text] }))
    expect(run.stdout.text).toBe(text)
    const inShell = await freshRunner().run(request('printf %s "$T"', { env: { ...ENV, T: text } }))
    expect(inShell.stdout.text).toBe(text)
  })

  test('gets 5 MB whole', async () => {
    const payload = 'é'.repeat(2_500_000)
    const run = await freshRunner().run(request('wc -c', { payload }))
    expect(run).toMatchObject({ stdinDelivered: true, stdout: { text: expect.stringContaining('5000001') } })
  })

  test('may stop itself: the time limit ends it all the same', async () => {
    const runner = freshRunner()
    const run = await runner.run(request('echo $$; kill -STOP $$; sleep 30', { timeoutMs: 200 }))
    await runner.settled()
    expect(run.end).toEqual({ by: 'timeout' })
    expect(isAlive(Number(run.stdout.text))).toBe(false)
  })

  test('that escapes into a session of its own holds nobody up', async () => {
    const line = `node -e 'require("child_process").spawn("sleep",["20"],{detached:true,stdio:"inherit"}).unref(); console.log(1)'; sleep 20`
    const run = await freshRunner().run(request(line, { timeoutMs: 1_500 }))
    expect(run.end).toEqual({ by: 'timeout' })
    expect(run.durationMs).toBeLessThan(1_700)
  })
})

describe('01-grandchild-holds-pipes', () => {
  test.each([
    ['hold-both.sh', 'a', true],
    ['hold-stderr-only.sh', 'b', true],
    ['hold-none.sh', 'c', false],
  ])('%s settles, and its child is left alone', async (script, name, held) => {
    const out = freshFolder()
    const run = await freshRunner().run(request(`./01/${script}`, { env: { ...ENV, CASE_OUT: out } }))
    const pid = Number(readFileSync(join(out, `${name}.pid`), 'utf8'))
    expect(run).toMatchObject({ end: { by: 'exit', exitCode: 0 }, pipesHeld: held })
    expect(run.answerText).toBe(`{"systemMessage":"variant-${name} done"}\n`)
    expect(run.durationMs).toBeLessThan(2_000)
    expect(isAlive(pid)).toBe(true)
    process.kill(pid)
  })

  test('what is left behind may go on writing', async () => {
    const out = freshFolder()
    const runner = freshRunner()
    await runner.run(
      request(`(sleep 0.8; echo a; echo b; echo written >"$OUT/done") & exit 0`, { env: { ...ENV, OUT: out } }),
    )
    expect(await untilWritten(join(out, 'done'))).toBe('written\n')
  })
})

describe('02-hook-never-reads-stdin', () => {
  test.each([
    ['allow-no-read.sh', { by: 'exit', exitCode: 0 }],
    ['deny-no-read.sh', { by: 'exit', exitCode: 2 }],
  ])('%s, 600 times with 1 byte, 70 KiB and 2 MiB', async (script, end) => {
    const runner = freshRunner()
    for (const size of [1, 71_680, 2_097_152]) {
      const runs = runner.forEvent()
      const each = await Promise.all(
        Array.from({ length: 200 }, () => runs(request(`./02/${script}`, { payload: 'x'.repeat(size) }))),
      )
      expect(
        each.filter((run) => run.end.by === end.by && 'exitCode' in run.end && run.end.exitCode === end.exitCode),
      ).toHaveLength(200)
      expect(each.every((run) => !run.stdinDelivered)).toBe(true)
    }
  })
})

test.each(['stdin-allow.json', 'stdin-deny.json', 'stdin-post.json', 'stdin-start.json', 'stdin-stop.json'])(
  '04-stdin-eof-required: %s comes to its end',
  async (file) => {
    const payload = readFileSync(join(FIXTURES, '04', file), 'utf8')
    const run = await freshRunner().run(request('test ! -t 0 && ./04/read-all.sh', { payload, timeoutMs: 5_000 }))
    expect(run.end).toEqual({ by: 'exit', exitCode: file === 'stdin-deny.json' ? 2 : 0 })
    expect(run.durationMs).toBeLessThan(2_000)
  },
)

describe('05-timeout-kills-whole-tree', () => {
  test.each(['timeout', 'cancelled'])('by %s', async (by) => {
    const out = freshFolder()
    const runner = freshRunner()
    const stop = new AbortController()
    const env = { ...ENV, CASE_OUT: out }
    const limits = { timeoutMs: by === 'timeout' ? 1_000 : 60_000, signal: stop.signal }
    const event = runner.forEvent()
    const sibling = event(request('cat >/dev/null; echo sibling'))
    const running = event(request('./05/stubborn.sh', { env, ...limits }))
    const pid = Number(await untilWritten(join(out, 'child.pid')))
    const asked = performance.now()
    if (by === 'cancelled') stop.abort()
    const run = await running
    // Before the KILL that follows: nobody waits for that. How much sooner is the bench's to say.
    if (by === 'cancelled') expect(performance.now() - asked).toBeLessThan(700)
    else expect(run.durationMs).toBeLessThan(2_300)
    expect(run).toMatchObject({ end: { by }, stdout: { text: 'progress: child started\n' } })
    expect(isAlive(pid)).toBe(true)
    await runner.settled()
    expect(isAlive(pid)).toBe(false)
    expect(await sibling).toMatchObject({ end: { by: 'exit', exitCode: 0 }, stdout: { text: 'sibling\n' } })
  })
})

describe.skipIf(PYTHON_MISSING)('25-non-utf8-both-directions', () => {
  test('what is no UTF-8 is replaced', async () => {
    const run = await freshRunner().run(request('python3 25/a-latin1.py'))
    expect(run.stderr.text).toBe('caf\uFFFD \0 warning\n')
    expect(JSON.parse(run.answerText)).toMatchObject({ systemMessage: 'caf\uFFFD checked' })
  })

  test('UTF-16 is honoured, and told of', async () => {
    const run = await freshRunner().run(request('python3 25/b-utf16.py'))
    expect(run.stdout.utf16).toBe(true)
    expect(JSON.parse(run.answerText)).toEqual({ systemMessage: 'wide' })
  })

  test('the payload is UTF-8 without escapes', async () => {
    const payload = readFileSync(join(FIXTURES, '25/stdin-utf8.json'), 'utf8')
    const run = await freshRunner().run(request('cat', { payload }))
    expect(run.stdout.text).toBe(`${payload}\n`)
    const read = await freshRunner().run(request('python3 25/c-cp932-reader.py', { payload }))
    expect(read).toMatchObject({
      end: { by: 'exit', exitCode: 1 },
      stderr: { text: expect.stringContaining('PARSE-FAILED') },
    })
  })
})

describe('29-hook-floods-stdout', () => {
  test.skipIf(PYTHON_MISSING)(
    '64 MiB on both streams at once end, in bounded memory, with the answer at their end',
    async () => {
      const runner = freshRunner()
      const before = process.memoryUsage().rss
      let most = before
      const look = setInterval(() => {
        most = Math.max(most, process.memoryUsage().rss)
      }, 20)
      const run = await runner.run(request('python3 29/flood.py', { timeoutMs: 60_000 }))
      clearInterval(look)
      const answer = '\n{"decision":"block","reason":"after the flood"}\n'
      expect(run).toMatchObject({
        end: { by: 'exit', exitCode: 0 },
        stdout: { bytes: 64 * 1_048_576 + answer.length, cut: true },
        stderr: { bytes: 64 * 1_048_576, cut: true },
      })
      expect(run.answerText.endsWith(answer)).toBe(true)
      expect(run.answerText).toHaveLength(8_388_608)
      expect(run.stdout.text.length).toBeLessThan(1_048_700)
      expect(Math.max(most, process.memoryUsage().rss) - before).toBeLessThan(32 * 1_048_576)
    },
  )

  test('one that never ends does at its time limit', async () => {
    const run = await freshRunner().run(request('./29/endless.sh', { timeoutMs: 2_000 }))
    expect(run).toMatchObject({ end: { by: 'timeout' }, stdout: { cut: true } })
    expect(run.durationMs).toBeLessThan(2_100)
  })
})

test('a script without a first line of its own is a script of sh', async () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'plain'), 'echo ran as $0\n', { mode: 0o755 })
  const run = await freshRunner().run(request('./plain', { cwd: folder }))
  expect(run.stdout.text).toBe('ran as ./plain\n')
})

test('the folder may go while the shells wait', async () => {
  const folder = freshFolder()
  const runner = freshRunner()
  expect((await runner.run(request('pwd', { cwd: folder }))).stdout.text).toBe(`${folder}\n`)
  rmSync(folder, { recursive: true })
  expect((await runner.run(request('pwd', { cwd: folder }))).end.by).toBe('not_started')
})
