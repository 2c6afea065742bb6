import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { commandPaths } from './command-paths'
import { placeOf } from './place'

let workspace: string

beforeEach(() => {
  workspace = freshFolder()
  for (const folder of ['sub', 'sub/deep', 'other']) mkdirSync(join(workspace, folder))
})

/** What a command does to files but look at their names: `remove sub/x`, from the workspace. */
function touched(command: string): readonly string[] {
  const call = { command, cwd: null, stdin: null, env: {} }
  const { paths } = commandPaths(call, workspace, { person: '/home/person' })
  const told = paths
    .filter(({ touch, reach }) => touch !== 'name' && touch !== 'alter' && reach === undefined)
    .map(({ touch, path, folder }) => `${touch} ${relative(workspace, placeOf(path, folder).named) || '.'}`)
  return [...new Set(told)]
}

describe('from where a word goes on', () => {
  it.each([
    ['where it is started', 'rm x', ['remove x']],
    ['behind a cd that is sure', 'cd sub; rm x', ['remove sub/x']],
    ['behind a cd that must have gone well', 'cd gone && rm x', ['remove gone/x']],
    ['behind a cd that may have failed', 'cd gone; rm x', ['remove gone/x', 'remove x']],
    ['where a cd failed', 'cd gone || rm x', ['remove x']],
    ['where a cd would have failed', 'cd sub || rm x', ['remove x']],
    ['where it ends if a cd fails', 'cd gone || exit; rm x', ['remove gone/x']],
    ['behind a cd that may have failed within a list', 'cd gone && true; rm x', ['remove gone/x', 'remove x']],
    ['behind two of them', 'cd gone; cd sub && rm x', ['remove gone/sub/x', 'remove sub/x']],
    [
      'behind a cd into a folder that was removed',
      'rm -r sub; cd sub; rm x',
      ['remove sub', 'remove sub/x', 'remove x'],
    ],
    ['behind a cd in a branch', 'if a; then cd sub; fi; rm x', ['remove sub/x', 'remove x']],
    ['behind a cd in a subshell', '(cd sub); rm x', ['remove x']],
    ['within a subshell', 'cd sub; (cd deep; rm x); rm y', ['remove sub/deep/x', 'remove sub/y']],
    ['behind a subshell that is part of a list', 'cd gone && (true); rm x', ['remove gone/x', 'remove x']],
    ['behind a cd in a pipe', 'cd sub | cat; rm x', ['remove x']],
    ['behind a cd in the background', 'cd sub & rm x', ['remove x']],
    ['behind a list in the background', 'cd sub && true & rm x', ['remove x']],
    ['behind a cd in what is printed', 'true $(cd sub); rm x', ['remove x']],
    ['within what is printed', 'cd sub; true $(rm x)', ['remove sub/x']],
    ['behind a cd in another shell', 'bash -c "cd sub; rm x"; rm y', ['remove sub/x', 'remove y']],
    ['behind cd -', 'cd sub; cd ../other; cd -; rm x', ['remove sub/x']],
    ['behind popd', 'pushd sub; pushd deep; popd; rm x', ['remove sub/x']],
    ['behind pushd that turns around', 'pushd sub; pushd; rm x', ['remove x']],
    ['with $OLDPWD', 'cd sub; cd ..; rm "$OLDPWD/x" ~-/y ~+/z', ['remove sub/x', 'remove sub/y', 'remove z']],
    ['behind a folder that nobody can tell', 'cd "$X"; rm x', ['remove x']],
    ['env -C', 'env -C sub rm x', ['remove sub/x']],
    ['env --chdir, and what comes after', 'env --chdir=sub rm x; rm y', ['remove sub/x', 'remove y']],
    ['sudo -D behind a cd', 'cd sub; sudo -D deep rm x', ['remove sub/deep/x']],
    ['env -C, and a script', 'env -C sub sh -c "cd deep; rm x"', ['remove sub/deep/x']],
    ['git -C', 'git -C sub rm x', ['remove sub/x']],
    ['git -C twice', 'git -C sub -C deep rm x', ['remove sub/deep/x']],
    ['git --work-tree', 'git --work-tree=sub checkout x', ['write x', 'write sub/x']],
    ['git --git-dir', 'git --git-dir=sub/.git rm x', ['remove x']],
    ['redirections', 'cd sub; make > x < y', ['write sub/x', 'read sub/y']],
    ['redirections before a cd', 'make > x; cd sub', ['write x']],
  ])('%s: %s → %j', (_where, command, expected) => {
    expect(touched(command)).toEqual(expected)
  })
})

describe('what is written', () => {
  it.each([
    ['touch -d now x', ['write x']],
    ['patch -s x', ['write x']],
    ['patch -d sub x', ['write sub/x']],
    ['curl -sSLo x https://example.org', ['write x']],
    ['wget -qO x https://example.org', ['write x']],
    ['tar xf a.tar -C sub', ['write sub', 'read a.tar', 'read sub']],
    ['cp -rt sub x', ['read x', 'write sub', 'write sub/x']],
    ['ln x', ['write x']],
    ['gzip -d x.gz', ['write x.gz']],
    ['gzip -dc x.gz', ['read x.gz']],
    ['uniq a b', ['read a', 'write b']],
    ['strace -o log rm x', ['write log', 'remove x']],
    ['xargs -a list rm', ['read list']],
    ['python3 -m pip install -t sub a', ['write sub', 'read install', 'read a']],
    ['git clone a b', ['read a', 'write b']],
    ['nobody-knows --out-file=x y', ['write x', 'read y']],
    ['sed -ne 1p x', ['read x']],
    ['mkdir x', []],
    ['chmod 600 x', []],
  ])('%s → %j', (command, expected) => {
    expect(touched(command)).toEqual(expected)
  })
})
