import { existsSync, linkSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../testing/fresh-folder'
import { recordDrafts, removeLeftDrafts } from './drafts'
import { publishNew, publishOver } from './publish'

test('an edit of what was changed meanwhile is not published, and leaves no draft', async () => {
  const root = freshFolder()
  const file = join(root, 'a.txt')
  writeFileSync(file, 'changed by another')
  expect(
    await publishOver(file, { before: Buffer.from('as it was read'), after: { content: 'edited', mode: 0o644 } }),
  ).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe('changed by another')
  expect(readdirSync(root)).toEqual(['a.txt'])
})

test('of two that write one new file at once, one does', async () => {
  const root = freshFolder()
  const file = join(root, 'deep/a.txt')
  const published = await Promise.all(['one', 'two'].map((content) => publishNew(file, { content, mode: null })))
  expect(published.filter((each) => each)).toHaveLength(1)
  expect(readdirSync(join(root, 'deep'))).toEqual(['a.txt'])
})

test('a draft is on record while it stands, and nothing is left of that afterwards', async () => {
  const root = freshFolder()
  const [journal, file] = [join(root, 'drafts.jsonl'), join(root, 'a.txt')]
  const seen: string[] = []
  const drafts = recordDrafts(journal)
  const watching = {
    ...drafts,
    made: (...made: Parameters<typeof drafts.made>) => {
      drafts.made(...made)
      seen.push(
        ...readFileSync(journal, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => Object.keys(JSON.parse(line)).join()),
      )
    },
  }
  await publishNew(file, { content: 'one', mode: null }, watching)
  await publishOver(file, { before: Buffer.from('one'), after: { content: 'two', mode: null } }, watching)
  expect(seen).toEqual(['coming', 'made,dev,ino', 'coming', 'made,dev,ino'])
  expect([readFileSync(file, 'utf8'), existsSync(journal), readdirSync(root)]).toEqual(['two', false, ['a.txt']])
})

test('of a process that was killed only the drafts that it made are removed', () => {
  const root = freshFolder()
  const journal = join(root, 'drafts.jsonl')
  const draft = (name: string, content: string) => {
    const path = join(root, name)
    writeFileSync(path, content)
    return path
  }
  const drafts = recordDrafts(journal)
  for (const name of ['.half.aa.tmp', '.linked.aa.tmp', '.replaced.aa.tmp', '.done.aa.tmp']) {
    const path = join(root, name)
    drafts.coming(path)
    drafts.made(draft(name, 'half'), statSync(path))
  }
  drafts.coming(draft('.empty.aa.tmp', ''))
  drafts.coming(draft('.named.aa.tmp', "somebody's own"))
  drafts.coming(join(root, '.never.aa.tmp'))
  drafts.gone(join(root, '.done.aa.tmp'))
  linkSync(join(root, '.linked.aa.tmp'), join(root, 'published'))
  // Another file by that name: the old one is kept elsewhere, so that its number is not given out again.
  linkSync(join(root, '.replaced.aa.tmp'), join(root, 'old'))
  rmSync(join(root, '.replaced.aa.tmp'))
  draft('.replaced.aa.tmp', 'half')
  draft('.stranger.aa.tmp', '')
  writeFileSync(journal, '{"coming":"/cut', { flag: 'a' })
  const removed = ['.half.aa.tmp', '.linked.aa.tmp', '.empty.aa.tmp'].map((name) => join(root, name))
  expect(removeLeftDrafts(journal)).toEqual(removed)
  const left = ['.done.aa.tmp', '.named.aa.tmp', '.replaced.aa.tmp', '.stranger.aa.tmp', 'old', 'published']
  expect(readdirSync(root).sort()).toEqual(left)
  expect(removeLeftDrafts(journal)).toEqual([])
})
