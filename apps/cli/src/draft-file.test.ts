import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
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
import { openDraft as open } from './draft-file'

const root = mkdtempSync(join(tmpdir(), 'belay-draft-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const file = join(root, 'out.json')
const home = join(root, 'home')
const openDraft = (named: string) => open(named, { cwd: root, home })
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

  it('is for its owner alone where it is new', async () => {
    const draft = await openDraft('out.json')
    await draft.keep()
    expect([draft.path, statSync(file).mode & 0o777]).toEqual([file, 0o600])
  })

  it.each([
    ['a file that is not there', 'real'],
    ['another link', 'link'],
  ])('makes what a link leads to that leads to %s, and the link stays', async (_, leads) => {
    symlinkSync(leads, file)
    symlinkSync('real', join(root, 'link'))
    const draft = await openDraft(file)
    await draft.write('made')
    await draft.keep()
    expect(readFileSync(join(root, 'real'), 'utf8')).toBe('made')
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
    ['a folder that is not there', 'none/', /none is a folder; name a file in it$/],
    ['the folder in which one is', '.', /is a folder; name a file in it$/],
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

describe('the home folder keeps its files', () => {
  const own = join(home, 'files/ab/abcd')
  const refused: readonly [says: string, named: string, before: () => void][] = [
    ['by its path', join(home, 'belay.db'), () => undefined],
    ['by a path that is not there yet', join(home, 'session.json'), () => undefined],
    ['deep in it', own, () => undefined],
    ['through a link to it', file, () => symlinkSync(join(home, 'belay.db'), file)],
    ['through a link to a file that would be new in it', file, () => symlinkSync(join(home, 'new'), file)],
    ['through a link to the folder', join(root, 'other/belay.db'), () => symlinkSync(home, join(root, 'other'))],
    ['as another name of one of its files', file, () => linkSync(own, file)],
  ]
  it.each(refused)('%s', async (_, named, before) => {
    mkdirSync(join(home, 'files/ab'), { recursive: true })
    for (const path of [own, join(home, 'belay.db')]) writeFileSync(path, 'kept')
    before()
    await expect(openDraft(named)).rejects.toMatchObject({ exit: 2, message: expect.stringContaining('home folder') })
    expect([readFileSync(join(home, 'belay.db'), 'utf8'), readFileSync(own, 'utf8')]).toEqual(['kept', 'kept'])
    expect(readdirSync(home)).toEqual(['belay.db', 'files'])
  })

  it('a file beside it that has several names is none of it', async () => {
    mkdirSync(home)
    writeFileSync(file, 'before')
    linkSync(file, join(root, 'name'))
    await (await openDraft(file)).keep()
    expect(readFileSync(file, 'utf8')).toBe('')
  })
})
