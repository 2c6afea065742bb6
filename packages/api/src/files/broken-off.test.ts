import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { foldAll, sessionId, turnId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { until } from '../testing/until'
import { afterTest, freshFolder, openTest } from '../testing/world'
import { BROKEN_OFF } from './broken-off'

const script = fileURLToPath(new URL('../testing/killed-put-back.ts', import.meta.url))

async function leave(scene: 'put_back' | 'undo', when: 'before' | 'after') {
  const home = freshFolder()
  const workspace = realpathSync(freshFolder('work'))
  for (const file of ['a', 'b', 'c']) writeFileSync(join(workspace, file), '0')
  const child = spawn(process.execPath, ['--import', 'tsx', script, home, workspace, scene, when], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  afterTest(() => void child.kill('SIGKILL'))
  const [printed, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(signal).toBe('SIGKILL')
  const [id = '', turn = ''] = printed.trim().split(' ')
  const contents = () => ['a', 'b', 'c'].map((file) => readFileSync(join(workspace, file), 'utf8')).join('')
  return { home, workspace, id: sessionId(id), turn: turnId(turn), contents }
}

describe('kill -9 while files are put back', () => {
  it('is on record at the next start, leaves no draft, and what came about is taken back', async () => {
    const { home, workspace, id, contents } = await leave('put_back', 'before')
    expect(contents()).toBe('011')
    const drafts = readdirSync(workspace).filter((name) => name.startsWith('.'))
    expect(drafts).toEqual([expect.stringMatching(/^\.b\.[0-9a-f]{12}\.tmp$/)])
    const mine = join(workspace, '.b.0123456789ab.tmp')
    writeFileSync(mine, 'a file of a person')
    const lines: string[] = []
    const belay = await openTest({ home, log: (line) => lines.push(line) })
    expect(lines).toEqual([
      `${join(workspace, drafts[0] ?? '')} was a draft of a file when Belay last stopped; it was removed.`,
      'Belay last stopped while files were being put back; what became of each is on record in its session.',
    ])
    expect(readdirSync(workspace).sort()).toEqual(['.b.0123456789ab.tmp', 'a', 'b', 'c'])
    const { putBacks } = foldAll(await until(belay, id, ({ type }) => type === 'files.put_back'))
    expect(putBacks.map(({ undo, files }) => [undo, files.map(({ result, reason }) => [result, reason])])).toEqual([
      [
        undefined,
        [
          ['restored', null],
          ['kept', BROKEN_OFF],
          ['kept', BROKEN_OFF],
        ],
      ],
    ])
    const undone = await belay.undoPutBack(id)
    expect(undone.files).toEqual([{ path: join(workspace, 'a'), result: 'restored', reason: null }])
    expect(contents()).toBe('111')
    await belay.close()
    const again = await openTest({ home })
    expect(foldAll(await until(again, id, ({ type }) => type === 'files.put_back')).putBacks).toHaveLength(2)
  })

  it('a file that was published counts as put back', async () => {
    const { home, id, turn, contents } = await leave('put_back', 'after')
    expect(contents()).toBe('001')
    const belay = await openTest({ home })
    const { putBacks } = foldAll(await until(belay, id, ({ type }) => type === 'files.put_back'))
    expect(putBacks[0]?.files.map(({ result }) => result)).toEqual(['restored', 'restored', 'kept'])
    const rest = await belay.putBack(id, { turn, reach: 'turn' })
    expect(rest.files.map(({ result }) => result)).toEqual(['kept', 'kept', 'restored'])
    expect(contents()).toBe('000')
  })

  it('so is taking one back, and what was not taken back still can be', async () => {
    const { home, id, contents } = await leave('undo', 'before')
    expect(contents()).toBe('100')
    const belay = await openTest({ home })
    const { putBacks } = foldAll(
      await until(belay, id, (event) => event.type === 'files.put_back' && event.undo === true),
    )
    expect(putBacks.map(({ undo, files }) => [undo, files.map(({ result }) => result)])).toEqual([
      [undefined, ['restored', 'restored', 'restored']],
      [true, ['restored', 'kept', 'kept']],
    ])
    expect((await belay.undoPutBack(id)).files.map(({ result }) => result)).toEqual(['restored', 'restored'])
    expect(contents()).toBe('111')
  })
})
