import { spawnSync } from 'node:child_process'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { mayDiffer, repositoryAt } from './git-index'

let folder: string

function git(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

beforeEach(() => {
  folder = freshFolder()
  mkdirSync(join(folder, 'sub/deep'), { recursive: true })
  for (const file of ['.env', 'a name with spaces', 'sub/b.ts', 'sub/deep/ünï', 'not-kept']) {
    writeFileSync(join(folder, file), file)
  }
  git('init', '-q')
  git('add', '.env', 'a name with spaces', 'sub')
})

const kept = (from: string) =>
  [...(repositoryAt(from)?.files.keys() ?? [])].map((path) => path.slice(folder.length + 1))

describe('what git keeps, as its index says', () => {
  it.each(['2', '3', '4'])('in version %s', (version) => {
    if (version === '3') git('update-index', '--add', '--force-write-index')
    git('update-index', '--index-version', version)
    expect(kept(folder)).toEqual(['.env', 'a name with spaces', 'sub/b.ts', 'sub/deep/ünï'])
  })

  it('with files that are only meant to be added', () => {
    git('add', '--intent-to-add', 'not-kept')
    expect(kept(folder)).toContain('not-kept')
  })

  it('from a folder in it, and from another working tree', () => {
    expect(kept(join(folder, 'sub/deep'))).toHaveLength(4)
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'a')
    const other = join(freshFolder(), 'tree')
    git('worktree', 'add', '-q', other)
    expect(repositoryAt(other)?.files.has(join(other, '.env'))).toBe(true)
  })

  it('nothing where there is no repository or no index', () => {
    const other = freshFolder()
    mkdirSync(join(other, '.git'))
    expect(repositoryAt(other)?.files.size).toBe(0)
    expect(repositoryAt('/')?.files.size).toBe(0)
  })

  it('cannot be told of an index that is none', () => {
    writeFileSync(join(folder, '.git/index'), 'DIRC and something else')
    expect(repositoryAt(folder)).toBeNull()
  })

  it('tells what was changed since', () => {
    const file = repositoryAt(folder)?.files.get(join(folder, '.env'))
    if (file === undefined) throw new Error('not kept')
    expect(mayDiffer(file)).toBe(false)
    utimesSync(file.path, 1, 1)
    expect(mayDiffer(file)).toBe(true)
    writeFileSync(file.path, 'longer than it was')
    expect(mayDiffer(file)).toBe(true)
  })
})
