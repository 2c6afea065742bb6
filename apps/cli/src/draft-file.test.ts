import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openDraft } from './draft-file'

const root = mkdtempSync(join(tmpdir(), 'belay-draft-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const file = join(root, 'out.json')
beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root)
})

describe('a file that is written whole or not at all', () => {
  it('is not there until it is kept, and then holds everything', async () => {
    const draft = await openDraft(file)
    await draft.write('one ')
    await draft.write('two')
    expect(existsSync(file)).toBe(false)
    await draft.keep()
    expect(readFileSync(file, 'utf8')).toBe('one two')
    expect(readdirSync(root)).toEqual(['out.json'])
  })

  it('leaves what was there when it is dropped, and nothing beside it', async () => {
    writeFileSync(file, 'before')
    const draft = await openDraft(file)
    await draft.write('half')
    await draft.drop()
    expect(readFileSync(file, 'utf8')).toBe('before')
    expect(readdirSync(root)).toEqual(['out.json'])
  })

  it('takes the place of what was there, with its mode', async () => {
    writeFileSync(file, 'before')
    chmodSync(file, 0o600)
    const draft = await openDraft(file)
    await draft.keep()
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['', 0o600])
  })

  it('goes where a link leads, and the link stays', async () => {
    mkdirSync(join(root, 'elsewhere'))
    writeFileSync(join(root, 'elsewhere/real'), 'before')
    symlinkSync('elsewhere/real', file)
    const draft = await openDraft(file)
    await draft.write('after')
    await draft.keep()
    expect(readFileSync(join(root, 'elsewhere/real'), 'utf8')).toBe('after')
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
  })

  it('is written to as it is where it is a pipe', async () => {
    execFileSync('mkfifo', [file])
    const reading = readFile(file, 'utf8')
    const draft = await openDraft(file)
    await draft.write('through')
    await draft.keep()
    expect(await reading).toBe('through')
    expect(statSync(file).isFIFO()).toBe(true)
  })

  it('is dropped after it could not be kept', async () => {
    const draft = await openDraft(file)
    mkdirSync(file)
    await expect(draft.keep()).rejects.toThrow(`${file} could not be written: `)
    await draft.drop()
    expect(readdirSync(root)).toEqual(['out.json'])
  })

  const refused: readonly [says: string, path: string, sentence: RegExp][] = [
    ['no name', '', /^-o names a file; here it names nothing$/],
    ['a folder', root, /is a folder; name a file in it$/],
    ['a place in a folder that is not there', join(root, 'none/out.json'), /: its folder is not there$/],
    ['a place in a file', '/dev/null/out.json', /: a part of its path is not a folder$/],
    ['a place that takes no files', '/proc/out.json', /cannot be written: /],
    ['a name that is too long', join(root, 'x'.repeat(300)), /: the name is too long$/],
  ]
  it.each(refused)('cannot be %s', async (_, path, sentence) => {
    await expect(openDraft(path)).rejects.toMatchObject({ exit: 2, message: expect.stringMatching(sentence) })
    expect(readdirSync(root)).toEqual([])
  })
})
