import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../testing/fresh-folder'
import { publishNew, publishOver } from './publish'

test('an edit of what was changed meanwhile is not published, and leaves no draft', async () => {
  const root = freshFolder()
  const file = join(root, 'a.txt')
  writeFileSync(file, 'changed by another')
  expect(await publishOver(file, Buffer.from('as it was read'), { content: 'edited', mode: 0o644 })).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe('changed by another')
  expect(readdirSync(root)).toEqual(['a.txt'])
})

test('of two that write one new file at once, one does', async () => {
  const root = freshFolder()
  const file = join(root, 'deep/a.txt')
  const published = await Promise.all(['one', 'two'].map((content) => publishNew(file, content)))
  expect(published.filter((each) => each)).toHaveLength(1)
  expect(readdirSync(join(root, 'deep'))).toEqual(['a.txt'])
})
