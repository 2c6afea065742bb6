import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { LineWriter } from './line-writer'

const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').slice(0, -1)

describe('LineWriter', () => {
  it('keeps the order, makes folders, and is for the person alone', async () => {
    const folder = freshFolder()
    const path = join(folder, 'deep/er/log.jsonl')
    const writer = new LineWriter()
    const many = Array.from({ length: 200 }, (_, n) => `${n}`)
    await Promise.all(many.map((line) => writer.append(path, line)))
    expect(linesOf(path)).toEqual(many)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o700)
  })

  it.runIf(existsSync('/proc/self'))('below a folder that takes none it fails, and comes to an end', async () => {
    await expect(new LineWriter().append('/proc/none/x', 'x')).rejects.toThrow(/ENOENT/)
  })

  it('two writers of one file never mix their lines', async () => {
    const path = join(freshFolder(), 'log')
    const [one, two] = [new LineWriter(), new LineWriter()]
    const long = (letter: string) => letter.repeat(50_000)
    await Promise.all(
      Array.from({ length: 20 }, () => [one.append(path, long('a')), two.append(path, long('b'))]).flat(),
    )
    expect(linesOf(path).every((line) => line === long('a') || line === long('b'))).toBe(true)
    expect(linesOf(path)).toHaveLength(40)
  })

  it('a file that was removed or moved away comes again', async () => {
    const folder = freshFolder()
    const path = join(folder, 'logs/log')
    const writer = new LineWriter()
    await writer.append(path, 'one')
    renameSync(path, `${path}.1`)
    await writer.append(path, 'two')
    expect(linesOf(path)).toEqual(['two'])
    rmSync(join(folder, 'logs'), { recursive: true })
    await writer.append(path, 'three')
    expect(linesOf(path)).toEqual(['three'])
  })

  it('what can’t be written says so, and the next line is written', async () => {
    const folder = freshFolder()
    const writer = new LineWriter()
    mkdirSync(join(folder, 'taken'))
    await expect(writer.append(join(folder, 'taken'), 'x')).rejects.toThrow(
      /^a line was not written to .*taken: EISDIR/,
    )
    await writer.append(join(folder, 'free'), 'x')
    expect(existsSync(join(folder, 'free'))).toBe(true)
  })

  it('a pipe that nobody reads is a failure and no wait', async () => {
    const path = join(freshFolder(), 'pipe')
    execFileSync('mkfifo', [path])
    await expect(new LineWriter().append(path, 'x')).rejects.toThrow(/ENXIO/)
  })

  it('a full disk is a failure', async () => {
    await expect(new LineWriter().append('/dev/full', 'x')).rejects.toThrow(/ENOSPC/)
  })

  it('leaves the modes of a file that was there', async () => {
    const path = join(freshFolder(), 'log')
    const writer = new LineWriter()
    await writer.append(path, 'one')
    chmodSync(path, 0o644)
    await writer.append(path, 'two')
    expect(statSync(path).mode & 0o777).toBe(0o644)
  })
})
