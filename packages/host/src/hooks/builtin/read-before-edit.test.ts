import { linkSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookFacts } from '@belay/hooks'
import { type Attachment, attachmentId, type JsonObject } from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { createHookLibrary } from '../create-hook-library'
import { after, before, builtIns } from '../testing/built-ins'
import { realClock } from '../testing/world'

let workspace: string
let hooks: ReturnType<typeof builtIns>

beforeEach(() => {
  workspace = freshFolder()
  hooks = builtIns()
  mkdirSync(join(workspace, 'src'))
  write('src/a.ts', 'one')
  symlinkSync('src/a.ts', join(workspace, 'link.ts'))
})

/** Long ago, and each time another moment. */
let moment = 1_000
function write(file: string, content: string) {
  writeFileSync(join(workspace, file), content)
  moment += 1
  utimesSync(join(workspace, file), moment, moment)
}

async function edit(file_path: string, params: JsonObject = {}, facts: Partial<HookFacts> = {}) {
  const asked = before('files.edit', { file_path, old_string: 'a', new_string: 'b' })
  return hooks.ask('read-before-edit', params, { ...asked, facts: { workspace, ...facts } })
}

/** What the tools said when they were done. */
async function did(
  tool: string,
  file_path: string,
  more: { isError?: boolean; startedMs?: number; facts?: Partial<HookFacts> } = {},
) {
  const { isError = false, startedMs = Date.now(), facts } = more
  const asked = after(tool, { content: 'x', isError, startedMs, args: { file_path } })
  await hooks.ask('read-before-edit', {}, { ...asked, facts: { workspace, ...facts } })
}

describe('read-before-edit', () => {
  it('refuses what was not read, and says what to do', async () => {
    expect(await edit('src/a.ts')).toMatchObject({
      decision: 'block',
      reason: '`src/a.ts` has not been read in this session: read it first with files.read. Then make the edit again.',
    })
    await did('files.read', 'src/a.ts')
    expect((await edit('src/a.ts')).decision).toBe('pass')
  })

  it('refuses what somebody else changed since, until it is read again', async () => {
    await did('files.read', 'src/a.ts')
    write('src/a.ts', 'two')
    expect((await edit('src/a.ts', { advice: '' })).reason).toBe(
      '`src/a.ts` has changed since it was read: read it again with files.read.',
    )
    expect((await edit('src/a.ts', { changed: 'allow' })).decision).toBe('pass')
    await did('files.read', 'src/a.ts')
    expect((await edit('src/a.ts')).decision).toBe('pass')
  })

  it('sees that another file took its place', async () => {
    await did('files.read', 'src/a.ts')
    write('other', 'one')
    renameSync(join(workspace, 'other'), join(workspace, 'src/a.ts'))
    expect((await edit('src/a.ts')).decision).toBe('block')
  })

  it('knows what the session itself wrote or edited', async () => {
    await did('files.read', 'src/a.ts')
    write('src/a.ts', 'edited')
    await did('files.edit', 'src/a.ts')
    expect((await edit('src/a.ts')).decision).toBe('pass')
    write('new.ts', 'new')
    await did('files.write', 'new.ts')
    expect((await edit('new.ts')).decision).toBe('pass')
  })

  it.each([
    ['reading by another way to the same file', 'files.read', 'link.ts', 'pass'],
    ['reading by its whole path', 'files.read', 'WORK/src/a.ts', 'pass'],
    ['a folder on the way that leads back', 'files.read', 'nowhere/../src/a.ts', 'pass'],
    ['finding it', 'files.find', 'src/a.ts', 'block'],
    ['reading another', 'files.read', 'src/b.ts', 'block'],
  ])('%s counts: %s %s → %s', async (_what, tool, path, decision) => {
    await did(tool, path.replace('WORK', workspace))
    expect((await edit('src/a.ts')).decision).toBe(decision)
  })

  it('a hard link is the same file: reading and editing by one name count for the other', async () => {
    linkSync(join(workspace, 'src/a.ts'), join(workspace, 'hard.ts'))
    expect((await edit('hard.ts')).decision).toBe('block')
    await did('files.read', 'src/a.ts')
    expect((await edit('hard.ts')).decision).toBe('pass')
    write('hard.ts', 'edited')
    await did('files.edit', 'hard.ts')
    expect((await edit('src/a.ts')).decision).toBe('pass')
    write('hard.ts', 'by somebody else')
    expect((await edit('src/a.ts')).reason).toContain('has changed since it was read')
    expect((await edit('hard.ts', { changed: 'allow' })).decision).toBe('pass')
  })

  it('a reading that failed, or that was changed in the middle, is none', async () => {
    await did('files.read', 'src/a.ts', { isError: true })
    expect((await edit('src/a.ts')).decision).toBe('block')
    const now = Date.now() / 1000
    utimesSync(join(workspace, 'src/a.ts'), now, now)
    await did('files.read', 'src/a.ts', { startedMs: Date.now() - 60_000 })
    expect((await edit('src/a.ts')).decision).toBe('block')
  })

  it('each session reads for itself, and a dry run reads nothing', async () => {
    await did('files.read', 'src/a.ts')
    expect((await edit('src/a.ts', {}, { sessionId: 'ses_2' })).decision).toBe('block')
    await did('files.read', 'src/a.ts', { facts: { sessionId: 'ses_2', dryRun: true } })
    expect((await edit('src/a.ts', {}, { sessionId: 'ses_2' })).decision).toBe('block')
  })

  it('after a restart nothing is known', async () => {
    await did('files.read', 'src/a.ts')
    hooks = builtIns()
    expect((await edit('src/a.ts')).decision).toBe('block')
  })

  it('leaves alone what is not there, other tools, and arguments of any shape', async () => {
    expect((await edit('not/there.ts')).decision).toBe('pass')
    for (const args of [{}, { file_path: 3 }, { file_path: 'a\0b' }, { file_path: '' }])
      expect(
        (await hooks.ask('read-before-edit', {}, { ...before('files.edit', args), facts: { workspace } })).halt,
      ).toBeNull()
    const asked = { ...before('files.write', { file_path: 'src/a.ts' }), facts: { workspace } }
    expect((await hooks.ask('read-before-edit', {}, asked)).decision).toBe('pass')
  })

  it('stands at both points, also where it was attached at one', async () => {
    const library = createHookLibrary({ home: '/nowhere', clock: realClock })
    const attachment: Attachment = {
      ...{ id: attachmentId('a'), hook: 'read-before-edit', name: 'read-before-edit', source: 'library', params: {} },
      ...{ points: ['tools.before'], mode: 'enforce', onFailure: 'open', version: null, error: null },
    }
    expect((await library.load([attachment]))[0]?.points).toEqual(['tools.before', 'tools.after'])
    expect(await library.find('read-before-edit')).toMatchObject({ together: true })
  })
})
