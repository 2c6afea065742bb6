import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createWorkspace } from './testing/workspace'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n')

describe('files.read', () => {
  test('numbers lines and says that the file ends', async () => {
    const folder = createWorkspace()
    folder.write('a.txt', 'one\r\ntwo\n')
    expect(await folder.call('files.read', { file_path: 'a.txt' })).toEqual({
      content: '1\tone\n2\ttwo\n[end of file]',
      isError: false,
      facts: { firstLine: 1, lastLine: 2, bound: 'the end of the file' },
    })
  })

  test.each([
    [
      'end_line',
      { start_line: 2, end_line: 3 },
      '2\tline 2\n3\tline 3\n[stopped by end_line after line 3; go on with start_line 4]',
    ],
    ['limit', { limit: 1 }, '1\tline 1\n[stopped by limit after line 1; go on with start_line 2]'],
    [
      'max_chars',
      { max_chars: 8 },
      '1\tline 1\n2\tl\n[stopped by max_chars after line 2; line 2 is longer and was cut; go on with start_line 3]',
    ],
    ['nothing there', { start_line: 9 }, '[a.txt has 5 lines: none from 9 on]'],
    ['the last line asked for', { start_line: 4, end_line: 5 }, '4\tline 4\n5\tline 5\n[end of file]'],
  ])('says that %s stopped it and where to go on', async (_, bounds, content) => {
    const folder = createWorkspace()
    folder.write('a.txt', numbers(5))
    expect((await folder.call('files.read', { file_path: 'a.txt', ...bounds })).content).toBe(content)
  })

  test('keeps one endless line within its bound', async () => {
    const folder = createWorkspace()
    folder.write('a.txt', 'x'.repeat(3_000_000))
    const { content } = await folder.call('files.read', { file_path: 'a.txt', max_chars: 10 })
    expect(content).toContain(`1\t${'x'.repeat(10)}\n[stopped by max_chars`)
  })

  test.each([
    ['a folder', '.', 'is a folder'],
    ['a missing file', 'no.txt', 'There is no file no.txt.'],
    ['a file taken for a folder', 'b.bin/x', 'a part of the path is a file'],
    ['bytes', 'b.bin', 'is not text (3 bytes)'],
  ])('says why it does not read %s', async (_, file_path, why) => {
    const folder = createWorkspace()
    folder.write('b.bin', Buffer.from([1, 0, 2]))
    const result = await folder.call('files.read', { file_path })
    expect(result.isError).toBe(true)
    expect(result.content).toContain(why)
  })
})

describe('what leads out of the workspace', () => {
  test.each([
    ['a file of its own', 'in.txt', false],
    ['a file that is not there yet', 'new/deep.txt', false],
    ['dots', '../outside/x', true],
    ['an absolute path', '/etc/passwd', true],
    ['a link to a file outside', 'link', true],
    ['a link to a folder outside, and what is in it', 'folder/x', true],
    ['a link that leads to nothing yet', 'dangling', true],
    ['a link within the workspace', 'own', false],
    ['a folder whose name only begins like it', '../workshop/x', true],
  ])('%s', async (_, path, outside) => {
    const folder = createWorkspace()
    folder.write('in.txt', '')
    symlinkSync(join(folder.outside, 'secret'), join(folder.root, 'link'))
    writeFileSync(join(folder.outside, 'secret'), 'x')
    symlinkSync(folder.outside, join(folder.root, 'folder'))
    symlinkSync(join(folder.outside, 'not-yet'), join(folder.root, 'dangling'))
    symlinkSync('in.txt', join(folder.root, 'own'))
    const read = await folder.tool('files.read').need({ file_path: path }, folder.root)
    const write = await folder.tool('files.write').need({ file_path: path, content: '' }, folder.root)
    expect(read.access === 'ask' && read.outside).toBe(outside)
    expect(write.access === 'ask' && write.outside).toBe(outside)
    expect(write).toMatchObject({ access: 'ask', kind: 'files.write' })
  })
})

describe('files.edit', () => {
  test('replaces one exact piece, keeps the mode and leaves nothing beside the file', async () => {
    const folder = createWorkspace()
    const file = folder.write('run.sh', 'one\ntwo\nthree\n')
    chmodSync(file, 0o755)
    const result = await folder.call('files.edit', { file_path: 'run.sh', old_string: 'two', new_string: '2\n2' })
    expect(result.content).toBe('Edited run.sh, now lines 2–3:\n1\tone\n2\t2\n3\t2\n4\tthree\n5\t')
    expect(readFileSync(file, 'utf8')).toBe('one\n2\n2\nthree\n')
    expect(statSync(file).mode & 0o777).toBe(0o755)
    expect(readdirSync(folder.root)).toEqual(['run.sh'])
  })

  test('edits the file that a link leads to and leaves the link', async () => {
    const folder = createWorkspace()
    const file = folder.write('real.txt', 'a')
    symlinkSync('real.txt', join(folder.root, 'link.txt'))
    await folder.call('files.edit', { file_path: 'link.txt', old_string: 'a', new_string: 'b' })
    expect(readFileSync(file, 'utf8')).toBe('b')
  })

  test.each([
    ['twice', 'x\nx\n', { old_string: 'x' }, 'stands 2 times, on lines 1, 2'],
    ['between two of a kind', 'x\ny\nx\n', { old_string: 'x', line_hint: 2 }, 'stands 2 times'],
    ['with other blanks', 'if (a)  {\n', { old_string: 'if (a) {' }, 'Lines that are like it:\n1\tif (a)  {'],
    ['nowhere', 'a', { old_string: 'zzz' }, 'nor anything like it'],
    ['empty', 'a', { old_string: '' }, 'old_string is empty'],
    ['the same', 'a', { old_string: 'a', new_string: 'a' }, 'are the same'],
  ])('refuses a text that stands %s, and changes nothing', async (_, content, args, why) => {
    const folder = createWorkspace()
    const file = folder.write('a.txt', content)
    const result = await folder.call('files.edit', { file_path: 'a.txt', new_string: 'new', ...args })
    expect(result.isError).toBe(true)
    expect(result.content).toContain(why)
    expect(readFileSync(file, 'utf8')).toBe(content)
  })

  test('takes the place nearest to the hint', async () => {
    const folder = createWorkspace()
    const file = folder.write('a.txt', 'x\n\n\nx\n')
    await folder.call('files.edit', { file_path: 'a.txt', old_string: 'x', new_string: 'y', line_hint: 3 })
    expect(readFileSync(file, 'utf8')).toBe('x\n\n\ny\n')
  })

  test('keeps CRLF where the model writes LF', async () => {
    const folder = createWorkspace()
    const file = folder.write('a.txt', 'a\r\nb\r\n')
    await folder.call('files.edit', { file_path: 'a.txt', old_string: 'a\nb', new_string: 'c\nd' })
    expect(readFileSync(file, 'utf8')).toBe('c\r\nd\r\n')
  })

  test('does not touch what is not UTF-8', async () => {
    const folder = createWorkspace()
    folder.write('a.txt', Buffer.from([0x61, 0xff]))
    const result = await folder.call('files.edit', { file_path: 'a.txt', old_string: 'a', new_string: 'b' })
    expect(result.content).toContain('is not UTF-8')
  })
})

describe('files.write', () => {
  test('writes a new file, its parents made', async () => {
    const folder = createWorkspace()
    const result = await folder.call('files.write', { file_path: 'a/b/c.txt', content: 'é' })
    expect(result.content).toBe('Wrote a/b/c.txt (2 bytes).')
    expect(readFileSync(join(folder.root, 'a/b/c.txt'), 'utf8')).toBe('é')
    expect(readdirSync(join(folder.root, 'a/b'))).toEqual(['c.txt'])
  })

  test('leaves a file that is there as it is', async () => {
    const folder = createWorkspace()
    const file = folder.write('a.txt', 'old')
    const result = await folder.call('files.write', { file_path: 'a.txt', content: 'new' })
    expect(result).toMatchObject({
      isError: true,
      content: 'a.txt is there already and was not changed: use files.edit, or another path.',
    })
    expect(readFileSync(file, 'utf8')).toBe('old')
    expect(readdirSync(folder.root)).toEqual(['a.txt'])
  })

  test('says that a part of the path is a file', async () => {
    const folder = createWorkspace()
    folder.write('a', '')
    const result = await folder.call('files.write', { file_path: 'a/b', content: '' })
    expect(result.isError).toBe(true)
    expect(existsSync(join(folder.root, 'a/b'))).toBe(false)
  })
})

describe('files.ls, files.paths, files.find', () => {
  function filled() {
    const folder = createWorkspace()
    folder.write('b.ts', 'const b = 1\nconst needle = 2\n')
    folder.write('src/a.ts', 'needle()\n')
    folder.write('src/a.md', 'Needle\n')
    symlinkSync('b.ts', join(folder.root, 'link'))
    return folder
  }

  test.each([
    ['files.ls', {}, 'b.ts (29 bytes)\nlink -> b.ts\nsrc/'],
    ['files.ls', { path: 'src' }, 'a.md (7 bytes)\na.ts (9 bytes)'],
    ['files.paths', { pattern: '*.ts' }, 'b.ts\nsrc/a.ts'],
    ['files.paths', { pattern: 'src/**' }, 'src/a.md\nsrc/a.ts'],
    ['files.paths', { pattern: '*.py' }, '[no files]'],
    ['files.find', { pattern: 'needle' }, 'b.ts:2:const needle = 2\nsrc/a.ts:1:needle()'],
    ['files.find', { pattern: 'NEEDLE', ignore_case: true, glob: '*.md' }, 'src/a.md:1:Needle'],
    ['files.find', { pattern: 'needle', path: 'src/a.ts' }, 'src/a.ts:1:needle()'],
    [
      'files.find',
      { pattern: 'needle', limit: 1 },
      'b.ts:2:const needle = 2\n[cut at 1 matches, 1 more: narrow the path, the glob or the pattern]',
    ],
    ['files.find', { pattern: '-v' }, '[no matches]'],
  ])('%s %o', async (name, args, content) => {
    const result = await filled().call(name, args)
    expect(result).toMatchObject({ content, isError: false })
  })

  test('files.find says what is wrong with a pattern', async () => {
    const result = await filled().call('files.find', { pattern: '(' })
    expect(result.isError).toBe(true)
    expect(result.content).toContain('unclosed group')
  })

  test('files.ls says how many entries it left out', async () => {
    const folder = createWorkspace()
    for (let index = 0; index < 503; index += 1) folder.write(`many/${index}`, '')
    mkdirSync(join(folder.root, 'none'))
    expect((await folder.call('files.ls', { path: 'many' })).content).toMatch(
      /\[3 more: narrow it with files\.paths\]$/,
    )
    expect((await folder.call('files.ls', { path: 'none' })).content).toBe('[none is empty]')
    expect((await folder.call('files.ls', { path: 'gone' })).content).toBe('There is no folder gone.')
  })
})
