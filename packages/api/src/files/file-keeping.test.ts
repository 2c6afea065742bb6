import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { foldAll } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { edit, editedSession, realTools, run, write } from '../testing/edits'
import { asked, ended, until } from '../testing/until'
import { freshFolder, openTest, testTool } from '../testing/world'

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((e) => e.isFile())

function workspaceWith(files: Readonly<Record<string, string | Buffer>>): string {
  const workspace = freshFolder('work')
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(workspace, name, '..'), { recursive: true })
    writeFileSync(join(workspace, name), content)
  }
  return workspace
}

describe('a turn that edited and created files', () => {
  it('is put back byte for byte, with modes, and that is taken back just so', async () => {
    const workspace = workspaceWith({ 'run.sh': '#!/bin/sh\r\necho ü\r\n', 'keep.txt': 'same' })
    chmodSync(join(workspace, 'run.sh'), 0o755)
    const at = await editedSession(
      [[edit('run.sh', 'ü', 'two'), edit('run.sh', 'two', 'three'), write('new/deep.txt', 'made'), run('true')]],
      { workspace },
    )
    const turn = await at.turn()
    const left = readFileSync(join(workspace, 'run.sh'))
    expect(await at.belay.fileChanges(at.id, { turn, reach: 'turn' })).toEqual({
      turns: [turn],
      files: [
        { path: join(workspace, 'run.sh'), existed: true, now: 'as_left', by: null, held: null },
        { path: join(workspace, 'new/deep.txt'), existed: false, now: 'as_left', by: null, held: null },
      ],
      unseen: ['true'],
      origin: null,
    })
    const event = await at.belay.putBack(at.id, { turn, reach: 'turn' })
    expect(event).toMatchObject({
      type: 'files.put_back',
      turns: [turn],
      files: [
        { path: join(workspace, 'run.sh'), result: 'restored', reason: null },
        { path: join(workspace, 'new/deep.txt'), result: 'removed', reason: null },
      ],
    })
    expect(readFileSync(join(workspace, 'run.sh'), 'utf8')).toBe('#!/bin/sh\r\necho ü\r\n')
    expect(statSync(join(workspace, 'run.sh')).mode & 0o777).toBe(0o755)
    expect(
      filesIn(workspace)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['keep.txt', 'run.sh'])
    const again = await at.belay.putBack(at.id, { turn, reach: 'turn' })
    expect(again.files.map(({ reason }) => reason)).toEqual(['it is as it was', 'it is as it was'])
    expect([event.recorded, again.recorded]).toEqual([true, false])
    expect(await at.belay.undoPutBack(at.id)).toMatchObject({ undo: true, turns: [turn] })
    expect(readFileSync(join(workspace, 'run.sh'))).toEqual(left)
    expect(readFileSync(join(workspace, 'new/deep.txt'), 'utf8')).toBe('made')
    await expect(at.belay.undoPutBack(at.id)).rejects.toMatchObject({ code: 'conflict' })
    const log = foldAll(await until(at.belay, at.id, (each) => each.type === 'files.put_back' && each.undo === true))
    expect(log.putBacks.map(({ undo }) => undo ?? false)).toEqual([false, true])
  })

  it('is put back alone where a later turn changed other files, and with it where both did', async () => {
    const workspace = workspaceWith({ a: '0', b: '0' })
    const at = await editedSession([[edit('a', '0', '1'), edit('b', '0', '1')], [edit('b', '1', '2')]], { workspace })
    const first = await at.turn()
    await at.turn()
    const alone = await at.belay.putBack(at.id, { turn: first, reach: 'turn' })
    expect(alone.files.map(({ result, reason }) => [result, reason])).toEqual([
      ['restored', null],
      ['kept', 'it was changed since'],
    ])
    const both = await at.belay.putBack(at.id, { turn: first, reach: 'since' })
    expect(both.files.map(({ result }) => result)).toEqual(['kept', 'restored'])
    expect([readFileSync(join(workspace, 'a'), 'utf8'), readFileSync(join(workspace, 'b'), 'utf8')]).toEqual(['0', '0'])
  })

  it('tells which programs ran, and that something else changed a file between two turns', async () => {
    const workspace = workspaceWith({ a: '0' })
    const at = await editedSession(
      [
        [edit('a', '0', '1'), run('true'), run('true'), { name: 'files.read', args: { file_path: 'a' } }],
        [edit('a', 'mine', '2'), run('ls > x'), run('touch y')],
      ],
      { workspace },
    )
    const turn = await at.turn()
    writeFileSync(join(workspace, 'a'), 'mine')
    await at.turn()
    const { unseen } = await at.belay.fileChanges(at.id, { turn, reach: 'since' })
    expect(unseen).toEqual([
      'true',
      'ls > x',
      'touch y',
      `something else, which changed ${join(workspace, 'a')} in between`,
    ])
  })
})

describe('a file that somebody changed since', () => {
  it('is left unless it may be overwritten, and what stood there comes back', async () => {
    const workspace = workspaceWith({ a: 'before' })
    const at = await editedSession([[edit('a', 'before', 'after'), write('b', 'made')]], { workspace })
    const turn = await at.turn()
    writeFileSync(join(workspace, 'a'), 'typed by a person')
    rmSync(join(workspace, 'b'))
    const left = await at.belay.putBack(at.id, { turn, reach: 'turn' })
    expect(left.files.map(({ reason }) => reason)).toEqual(['it was changed since', 'it is as it was'])
    expect(readFileSync(join(workspace, 'a'), 'utf8')).toBe('typed by a person')
    await at.belay.putBack(at.id, { turn, reach: 'turn', overwrite: true })
    expect(readFileSync(join(workspace, 'a'), 'utf8')).toBe('before')
    await at.belay.undoPutBack(at.id)
    expect(readFileSync(join(workspace, 'a'), 'utf8')).toBe('typed by a person')
  })

  it('is not overwritten by taking a putting back back, and can still be had once it is as it was left', async () => {
    const workspace = workspaceWith({ a: 'before' })
    const at = await editedSession([[edit('a', 'before', 'after')]], { workspace })
    const turn = await at.turn()
    await at.belay.putBack(at.id, { turn, reach: 'turn' })
    writeFileSync(join(workspace, 'a'), 'typed by a person')
    expect((await at.belay.undoPutBack(at.id)).files).toMatchObject([
      { result: 'kept', reason: 'it was changed since' },
    ])
    expect(readFileSync(join(workspace, 'a'), 'utf8')).toBe('typed by a person')
    writeFileSync(join(workspace, 'a'), 'before')
    expect((await at.belay.undoPutBack(at.id)).files).toMatchObject([{ result: 'restored' }])
    expect(readFileSync(join(workspace, 'a'), 'utf8')).toBe('after')
  })
})

describe('what goes wrong', () => {
  it('a file that cannot be kept is not changed, and the model is told why', async () => {
    const workspace = workspaceWith({ a: 'before' })
    const at = await editedSession([[edit('a', 'before', 'after')]], { workspace })
    writeFileSync(join(at.home, 'files'), 'not a folder')
    const turn = await at.turn()
    expect(readFileSync(join(workspace, 'a'), 'utf8')).toBe('before')
    const { rows } = foldAll(await until(at.belay, at.id, ended))
    const result = rows.find((row) => row.kind === 'result')
    expect(result).toMatchObject({
      isError: true,
      content: expect.stringMatching(/^a was not changed, since what stands there could not be kept first: /),
    })
    expect((await at.belay.fileChanges(at.id, { turn, reach: 'turn' })).files).toEqual([])
    await expect(at.belay.putBack(at.id, { turn, reach: 'turn' })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('an edit that did not come about is not on record', async () => {
    const workspace = workspaceWith({ a: 'one', folder: '' })
    const at = await editedSession([[write('a', 'two'), write('folder/x', 'y'), edit('a', 'nowhere', 'z')]], {
      workspace,
    })
    const turn = await at.turn()
    expect((await at.belay.fileChanges(at.id, { turn, reach: 'turn' })).files).toEqual([])
  })

  it('a crash between keeping and publishing leaves a file that is as it was', async () => {
    const workspace = workspaceWith({ a: 'before' })
    const path = join(workspace, 'a')
    const half = testTool('half', async (_, { files }) => {
      await files.changing({
        path,
        before: { content: Buffer.from('before'), mode: 0o644 },
        after: Buffer.from('after'),
      })
      return { content: 'gone before it published', isError: false, facts: {} }
    })
    const belay = await openTest({ steps: [{ calls: [{ name: 'half', args: {} }] }], tools: [half] })
    const { id } = await belay.createSession({ workspace })
    const { turn } = await belay.send(id, 'go')
    if (turn === null) throw new Error('no turn')
    await until(belay, id, ended)
    expect((await belay.fileChanges(id, { turn, reach: 'turn' })).files).toMatchObject([{ now: 'as_before' }])
    expect((await belay.putBack(id, { turn, reach: 'turn' })).files).toEqual([
      { path, result: 'kept', reason: 'it is as it was' },
    ])
    expect(readFileSync(path, 'utf8')).toBe('before')
  })

  it('what was kept and is damaged is said to be, and not written', async () => {
    const workspace = workspaceWith({ a: 'before' })
    const at = await editedSession([[edit('a', 'before', 'after')]], { workspace })
    const turn = await at.turn()
    for (const file of filesIn(join(at.home, 'files'))) writeFileSync(join(file.parentPath, file.name), 'rot')
    expect((await at.belay.fileChanges(at.id, { turn, reach: 'turn' })).files).toMatchObject([
      { now: 'as_left', held: 'what was kept of it is damaged' },
    ])
    expect((await at.belay.putBack(at.id, { turn, reach: 'turn' })).files).toMatchObject([
      { result: 'kept', reason: 'what was kept of it is damaged' },
    ])
    expect(readFileSync(join(workspace, 'a'), 'utf8')).toBe('after')
  })

  it('what stands there and cannot be kept is left', async () => {
    const workspace = workspaceWith({ a: 'before' })
    const at = await editedSession([[edit('a', 'before', 'after')]], { workspace })
    const turn = await at.turn()
    const kept = join(at.home, 'files')
    const [folder = ''] = readdirSync(kept)
    // Only the folder that is there stays: a file in the place of any other that would be made.
    for (let start = 0; start < 256; start += 1) {
      const name = start.toString(16).padStart(2, '0')
      if (name !== folder) writeFileSync(join(kept, name), '')
    }
    const { files } = await at.belay.putBack(at.id, { turn, reach: 'turn' })
    expect(files).toMatchObject([
      { result: 'kept', reason: expect.stringMatching(/^what stands there could not be kept/) },
    ])
    expect(readFileSync(join(workspace, 'a'), 'utf8')).toBe('after')
    await expect(at.belay.undoPutBack(at.id)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('a file whose folder became a link is not reached through it', async () => {
    const workspace = workspaceWith({ 'in/a': 'before', 'out/a': 'after' })
    const at = await editedSession([[edit('in/a', 'before', 'after')]], { workspace })
    const turn = await at.turn()
    renameSync(join(workspace, 'in'), join(workspace, 'moved'))
    symlinkSync('out', join(workspace, 'in'))
    expect((await at.belay.putBack(at.id, { turn, reach: 'turn', overwrite: true })).files).toMatchObject([
      { result: 'kept', reason: 'a part of its path is a link by now' },
    ])
    expect(readFileSync(join(workspace, 'out/a'), 'utf8')).toBe('after')
  })

  it('a turn that waits holds it up, and a turn that is not there is not found', async () => {
    const workspace = workspaceWith({ a: 'before' })
    const home = freshFolder()
    const steps = [{ calls: [edit('a', 'before', 'after')] }, { text: 'Done.' }]
    const belay = await openTest({ home, steps, tools: realTools })
    const { id } = await belay.createSession({ workspace, permission: 'ask' })
    const { turn } = await belay.send(id, 'go')
    if (turn === null) throw new Error('no turn')
    await until(belay, id, asked)
    await expect(belay.putBack(id, { turn, reach: 'turn' })).rejects.toMatchObject({
      code: 'conflict',
      message:
        'A turn of this session is not over yet, so no file was put back. Wait for its end or stop it, then try again.',
    })
    await belay.stop(id)
    const other = await belay.createSession({ workspace })
    await expect(belay.fileChanges(other.id, { turn, reach: 'turn' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the home folder', () => {
  it('keeps one content once and loses what no session needs at the next start', async () => {
    const workspace = workspaceWith({ a: 'same', b: 'same' })
    const at = await editedSession([[edit('a', 'same', '1'), edit('b', 'same', '2')]], { workspace })
    await at.turn()
    const kept = join(at.home, 'files')
    expect(filesIn(kept)).toHaveLength(1)
    const stray = join(kept, '00')
    mkdirSync(stray, { recursive: true })
    writeFileSync(join(stray, `00${'a'.repeat(62)}`), 'of a session that is gone')
    await at.belay.close()
    const swept = once(watch(stray), 'change')
    const again = await openTest({ home: at.home })
    await swept
    await again.close()
    expect(readdirSync(stray)).toEqual([])
    expect(filesIn(kept)).toHaveLength(1)
  })
})

describe('a session that is purged', () => {
  it('takes what was kept for it along, and nothing that another needs', async () => {
    const workspace = workspaceWith({ a: 'only here', b: 'shared' })
    const home = freshFolder()
    const steps = [{ calls: [edit('a', 'only', '1'), edit('b', 'shared', '2')] }, { text: 'Done.' }]
    const more = [{ calls: [edit('c', 'shared', '3')] }, { text: 'Done.' }]
    const belay = await openTest({ home, steps: [...steps, ...more], tools: realTools })
    const other = workspaceWith({ c: 'shared' })
    const [gone, stays] = [
      await belay.createSession({ workspace, permission: 'auto' }),
      await belay.createSession({ workspace: other, permission: 'auto' }),
    ]
    await belay.send(gone.id, 'go')
    await until(belay, gone.id, ended)
    const { turn } = await belay.send(stays.id, 'go')
    if (turn === null) throw new Error('no turn')
    await until(belay, stays.id, ended)
    expect(filesIn(join(home, 'files'))).toHaveLength(2)
    await belay.deleteSession(gone.id)
    await belay.purgeSession(gone.id)
    expect(filesIn(join(home, 'files'))).toHaveLength(1)
    await belay.putBack(stays.id, { turn, reach: 'turn' })
    expect(readFileSync(join(other, 'c'), 'utf8')).toBe('shared')
  })
})

describe('an agent that the turn started', () => {
  it('has its changes put back with the turn, said to be its own', async () => {
    const workspace = workspaceWith({ a: '0', b: '0' })
    const spawn = { name: 'agents.spawn', args: { name: 'helper', prompt: 'edit b' } }
    const at = await editedSession([[edit('a', '0', '1'), spawn], []], {
      workspace,
      agents: { helper: [{ calls: [edit('b', '0', '1'), run('true')] }, { text: 'Edited.' }] },
    })
    const turn = await at.turn()
    // The child's answer wakes it for a second turn.
    let turns = 0
    await until(at.belay, at.id, (event) => {
      if (ended(event)) turns += 1
      return turns === 2
    })
    const changes = await at.belay.fileChanges(at.id, { turn, reach: 'turn' })
    expect(changes.files.map(({ path, by }) => [path, by])).toEqual([
      [join(workspace, 'a'), null],
      [join(workspace, 'b'), 'helper'],
    ])
    expect(changes.unseen).toEqual(['helper: true'])
    await at.belay.putBack(at.id, { turn, reach: 'turn' })
    expect([readFileSync(join(workspace, 'a'), 'utf8'), readFileSync(join(workspace, 'b'), 'utf8')]).toEqual(['0', '0'])
  })
})
