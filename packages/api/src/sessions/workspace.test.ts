import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openHome } from '../home/home'
import { freshFolder, openTest } from '../testing/world'
import { existingFolder, resolveWorkspace } from './workspace'

const scene = () => {
  const outer = freshFolder('outer')
  const home = openHome(join(outer, 'home'))
  const workspace = join(outer, 'project')
  mkdirSync(workspace)
  return { outer, home, workspace }
}

describe('the folder of a session', () => {
  it.each([
    ['a relative path', 'packages', /^packages is a relative path/],
    ['a relative path with a dot', './x', /relative path/],
    ['the home folder of another user', '~root/x', /relative path/],
    ['nothing', ' ', /needs a workspace/],
    ['a NUL byte', '/tmp\0/etc', /NUL byte/],
    ['too long a path', `/${'a/'.repeat(2_048)}`, /at most 4096 characters; this one has 4097/],
    ['too long a name', `/${'a'.repeat(300)}`, /longer than a file system takes/],
    ['a folder that is missing', '/no/such/folder', /^There is no folder \/no\/such\/folder/],
    ['a path through a file', join(import.meta.filename, 'x'), /^There is no folder/],
    ['a file', import.meta.filename, /is a file; a workspace is a folder/],
  ])('is not %s', (_, path, sentence) => {
    expect(() => existingFolder(path)).toThrow(sentence)
    expect(() => existingFolder(path)).toThrow(expect.objectContaining({ name: 'OperationError', code: 'bad_input' }))
  })

  it('is not a circle of links', () => {
    const folder = freshFolder()
    symlinkSync(join(folder, 'b'), join(folder, 'a'))
    symlinkSync(join(folder, 'a'), join(folder, 'b'))
    expect(() => existingFolder(join(folder, 'a'))).toThrow(/circle/)
  })

  it('goes by its real path; ~ is the home folder of the user', () => {
    const folder = freshFolder()
    const link = join(freshFolder(), 'link')
    symlinkSync(folder, link)
    expect(existingFolder(link)).toBe(folder)
    expect(existingFolder('~')).toBe(homedir())
  })

  it("is never Belay's home, around it or in it, but for the tour's", () => {
    const { outer, home, workspace } = scene()
    const link = join(outer, 'link')
    symlinkSync(home.root, link)
    for (const path of ['/', tmpdir(), outer, home.root, link, home.hooks, home.logs])
      expect(() => resolveWorkspace(path, home)).toThrow(/could read the token/)
    expect(resolveWorkspace(workspace, home)).toBe(workspace)
    expect(resolveWorkspace(home.tour, home)).toBe(home.tour)
    const beside = `${home.root}-of-another`
    mkdirSync(beside)
    expect(resolveWorkspace(beside, home)).toBe(beside)
  })

  it('is asked of new sessions and imports, and none is made', async () => {
    const home = freshFolder()
    const belay = await openTest({ home })
    const missing = join(freshFolder(), 'missing')
    await expect(belay.createSession({ workspace: missing })).rejects.toThrow(/There is no folder/)
    await expect(belay.createSession({ workspace: home })).rejects.toThrow(/could read the token/)
    await expect(belay.createSession({ workspace: 'src' })).rejects.toThrow(/relative path/)
    const spans = join(freshFolder(), 'spans.json')
    writeFileSync(spans, '[]')
    await expect(belay.importFile({ path: 'spans.json', workspace: dirname(spans) })).rejects.toThrow(/relative path/)
    await expect(belay.importFile({ path: '/a\0b', workspace: dirname(spans) })).rejects.toThrow(/There is no file/)
    expect(await belay.sessions()).toEqual([])
    expect(readdirSync(dirname(missing))).toEqual([])
  })
})
