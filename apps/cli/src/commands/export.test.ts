/** `belay export` of a home without an app, and of one whose app runs: there the server is in this process. */
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { fixtures, jsonLines, makePlace } from '../testing/belay'
import { servePlace } from '../testing/serve-place'

const place = makePlace()
afterAll(place.remove)
const file = join(place.workspace, 'session.json')
let session = ''

beforeAll(async () => {
  const model = `scripted/${join(fixtures, 'scripts/remove-build.yaml')}`
  const run = ['run', 'clean', '--model', model, '--permission', 'auto', '--json']
  session = String(jsonLines((await place.belay(run)).stdout)[0]?.session)
})

describe('belay export', () => {
  it.each([
    ['otlp', (text: string) => JSON.parse(text).resourceSpans],
    ['chrome', (text: string) => JSON.parse(text).traceEvents],
    ['jsonl', (text: string) => jsonLines(text)],
  ] as const)('prints %s, the same as it writes to a file', async (format, read) => {
    const printed = await place.belay(['export', session, '--format', format])
    expect({ code: printed.code, stderr: printed.stderr }).toEqual({ code: 0, stderr: '' })
    expect(read(printed.stdout).length).toBeGreaterThan(0)
    const written = await place.belay(['export', session, '--format', format, '-o', 'session.json'])
    const bytes = Buffer.byteLength(printed.stdout)
    expect(written).toEqual({ code: 0, stderr: '', stdout: `${file}: ${bytes} bytes\n` })
    expect(readFileSync(file, 'utf8')).toBe(printed.stdout)
  })

  it('prints as JSON lines what `sessions events` prints', async () => {
    const { stdout } = await place.belay(['export', session, '--format', 'jsonl'])
    expect(stdout).toBe((await place.belay(['sessions', 'events', session, '--json'])).stdout)
  })

  it('replaces a file and says with --json what it wrote', async () => {
    writeFileSync(file, 'before')
    const { stdout } = await place.belay(['export', session, '--format', 'jsonl', '-o', file, '--json'])
    expect(JSON.parse(stdout)).toEqual({ session, format: 'jsonl', file, bytes: readFileSync(file).length })
  })

  const refused: readonly [says: string, args: readonly string[], sentence: RegExp][] = [
    ['a session that is not there', ['ses_none', '--format', 'otlp'], /^belay: There is no session ses_none\./],
    ['no format', ['ID'], /^belay: Required option '--format <name>' not specified\.$/],
    ['an unknown format', ['ID', '--format', 'pdf'], /Allowed choices are otlp, chrome, jsonl\./],
    ['a folder', ['ID', '--format', 'otlp', '-o', '.'], /is a folder; name a file in it\.$/],
    ['a folder that is not there', ['ID', '--format', 'otlp', '-o', 'none/a'], /: its folder is not there\.$/],
  ]
  it.each(refused)('refuses %s in one sentence', async (_, args, sentence) => {
    rmSync(file, { force: true })
    const { code, stdout, stderr } = await place.belay(['export', ...args.map((arg) => arg.replace('ID', session))])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.trimEnd()).toMatch(sentence)
    expect(readdirSync(place.workspace)).toEqual([])
  })

  it.each(['', '-o /dev/full'])('says in one sentence that the disk is full: %s', async (option) => {
    const args = ['export', session, '--format', 'jsonl', ...(option === '' ? [] : option.split(' '))]
    const full = openSync('/dev/full', 'w')
    const { code, stderr } = await place.start(args, full).ended.finally(() => closeSync(full))
    expect(code).toBe(1)
    expect(stderr).toMatch(/^belay: \S+ could not be written: the disk is full[^\n]*\.\n$/i)
  })

  it('leaves the file as it was where the session is not there', async () => {
    writeFileSync(file, 'before')
    const { code } = await place.belay(['export', 'ses_none', '--format', 'otlp', '-o', file])
    expect([code, readFileSync(file, 'utf8')]).toEqual([2, 'before'])
    expect(readdirSync(place.workspace)).toEqual(['session.json'])
  })
})

/** A home whose app exports without an end, so that the command can be met in the middle. */
async function serveEndless() {
  const seen = { begun: false, closed: false }
  async function* exportSession(): AsyncGenerator<string> {
    try {
      for (;;) {
        await breathe()
        seen.begun = true
        yield 'x'.repeat(16_384)
      }
    } finally {
      seen.closed = true
    }
  }
  const { close } = await servePlace(place, (own) => ({ ...own, exportSession }))
  onTestFinished(close)
  return { seen, close }
}

async function passes(holds: () => boolean): Promise<void> {
  while (!holds()) await breathe()
}

describe('belay export, in the middle', () => {
  it('that is interrupted leaves no half file and ends the reading', async () => {
    writeFileSync(file, 'before')
    const { seen } = await serveEndless()
    const { child, ended } = place.start(['export', session, '--format', 'otlp', '-o', file])
    const isDraft = (name: string) => name.endsWith('.part')
    await passes(() => seen.begun && readdirSync(place.workspace).some(isDraft))
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 130, stdout: '', stderr: 'belay: interrupted.\n' })
    expect(readdirSync(place.workspace)).toEqual(['session.json'])
    expect(readFileSync(file, 'utf8')).toBe('before')
    await passes(() => seen.closed)
  })

  it('whose reader has enough is quiet', async () => {
    const { seen, close } = await serveEndless()
    const { child, ended } = place.start(['export', session, '--format', 'otlp'])
    if (child.stdout === null) throw new Error('no stdout')
    await once(child.stdout, 'data')
    child.stdout.destroy()
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
    await passes(() => seen.closed)
    await close()
    expect(existsSync(join(place.home, 'server.json'))).toBe(false)
  })
})
