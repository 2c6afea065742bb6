import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../testing/fresh-folder'
import { hashOf } from './content-store'
import { lookAt, place } from './standing'

function filled() {
  const root = freshFolder()
  mkdirSync(join(root, 'in'))
  mkdirSync(join(root, 'out'))
  const file = join(root, 'in', 'a.txt')
  writeFileSync(file, 'seen', { mode: 0o640 })
  return { root, file, outside: join(root, 'out', 'a.txt') }
}

const wanted = { content: Buffer.from('before'), mode: 0o755 }

test('a file is seen with its content and mode, and replaced with another mode', async () => {
  const { file } = filled()
  const seen = await lookAt(file)
  expect(seen).toMatchObject({ kind: 'file', hash: hashOf(Buffer.from('seen')), mode: 0o640 })
  expect(await place(file, { seen, wanted })).toBe(null)
  expect(readFileSync(file, 'utf8')).toBe('before')
  expect(statSync(file).mode & 0o7777).toBe(0o755)
})

test('a file that is gone comes back with its folders, one that was new goes', async () => {
  const { root, file } = filled()
  expect(await place(file, { seen: await lookAt(file), wanted: null })).toBe(null)
  expect(await lookAt(file)).toEqual({ kind: 'nothing' })
  rmSync(join(root, 'in'), { recursive: true })
  expect(await place(file, { seen: await lookAt(file), wanted })).toBe(null)
  expect(readFileSync(file, 'utf8')).toBe('before')
  expect(statSync(file).mode & 0o7777).toBe(0o755)
})

describe('what is not touched', () => {
  const turned: readonly [string, (at: ReturnType<typeof filled>) => void, string][] = [
    [
      'a file that became a link',
      ({ file, outside }) => {
        renameSync(file, outside)
        symlinkSync(outside, file)
      },
      'it is a link by now',
    ],
    [
      'a file that became a folder',
      ({ file }) => {
        rmSync(file)
        mkdirSync(file)
      },
      'it is a folder by now',
    ],
    [
      'a folder of its path that became a link',
      ({ root }) => {
        renameSync(join(root, 'in'), join(root, 'moved'))
        symlinkSync(join(root, 'out'), join(root, 'in'))
      },
      'a part of its path is a link by now',
    ],
    [
      'a folder of its path that became a file',
      ({ root }) => {
        rmSync(join(root, 'in'), { recursive: true })
        writeFileSync(join(root, 'in'), '')
      },
      'a part of its path is no folder by now',
    ],
  ]
  test.each(turned)('%s', async (_, turn, reason) => {
    const at = filled()
    const seen = await lookAt(at.file)
    turn(at)
    expect(await lookAt(at.file)).toEqual({ kind: 'other', reason })
    for (const now of [seen, await lookAt(at.file)]) expect(await place(at.file, { seen: now, wanted })).not.toBe(null)
    expect(existsSync(at.outside) ? readFileSync(at.outside, 'utf8') : 'nothing').toMatch(/^(seen|nothing)$/)
  })

  test('a file that changed between the look and now', async () => {
    const { file } = filled()
    const seen = await lookAt(file)
    writeFileSync(file, 'typed just now')
    expect(await place(file, { seen, wanted })).toBe('it was changed just now')
    expect(await place(file, { seen, wanted: null })).toBe('it was changed just now')
    expect(readFileSync(file, 'utf8')).toBe('typed just now')
  })

  test('a file that appeared where there was none', async () => {
    const { file } = filled()
    rmSync(file)
    const seen = await lookAt(file)
    writeFileSync(file, 'typed just now')
    expect(await place(file, { seen, wanted })).toBe('it was changed just now')
    expect(readFileSync(file, 'utf8')).toBe('typed just now')
  })
})

test('what cannot be written is said, and nothing is left beside it', async () => {
  const { root } = filled()
  const failed = await place(join(root, 'in', 'n'.repeat(300)), { seen: { kind: 'nothing' }, wanted })
  expect(failed).toMatch(/^it could not be written \(ENAMETOOLONG/)
  expect(readdirSync(join(root, 'in'))).toEqual(['a.txt'])
})
