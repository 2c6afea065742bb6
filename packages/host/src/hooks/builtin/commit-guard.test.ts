import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { builtIns, run } from '../testing/built-ins'

const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
const SLUG = 'commit-guard'

let workspace: string
let hooks: ReturnType<typeof builtIns>
beforeEach(() => {
  workspace = freshFolder()
  hooks = builtIns({ world: { environment: { PATH: process.env.PATH, HOME: workspace } } })
})

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: workspace, stdio: 'pipe' })

/** A repository with one commit, on this branch. */
function repository(branch = 'work'): void {
  git('init', '-q', '-b', 'main')
  git('commit', '-q', '--allow-empty', '-m', 'first')
  if (branch !== 'main') git('checkout', '-q', '-b', branch)
}
const file = (path: string, content: string | Buffer) => writeFileSync(join(workspace, path), content)

const ask = (command: string, params: JsonObject = {}, more: JsonObject = {}) =>
  hooks.ask(SLUG, params, { ...run(command, more), facts: { workspace } })
const decision = async (command: string, params: JsonObject = {}) => (await ask(command, params)).decision

describe('commit-guard', () => {
  it('refuses with what is against the rules, or asks', async () => {
    repository('main')
    expect(await ask('git commit -m x')).toMatchObject({
      decision: 'block',
      reason:
        'This is against the rules for commits here: `main` gets no commits. Mend that and try again, or say what you need.',
    })
    expect((await ask('git commit -n -m x', { otherwise: 'ask' })).carried).toEqual({
      question:
        "Let this call go against the rules for commits: it leaves out the repository's own checks; `main` gets no commits?",
    })
  })

  it.each([
    ['main', 'git commit -m x', 'block'],
    ['main', 'git merge other', 'block'],
    ['main', 'git merge --abort', 'pass'],
    ['main', 'git cherry-pick abc', 'block'],
    ['main', 'git cherry-pick -n abc', 'pass'],
    ['main', 'git commit --dry-run', 'pass'],
    ['main', "sh -c 'git checkout -b side && git commit -m x'", 'pass'],
    ['work', "sh -c 'git checkout main && git commit -m x'", 'block'],
    ['main', 'git status', 'pass'],
    ['main', 'git log', 'pass'],
    ['main', 'echo git commit', 'pass'],
    ['work', 'git commit -m x', 'pass'],
    ['work', 'git push', 'pass'],
    ['main', 'git push', 'block'],
    ['work', 'git push origin work', 'pass'],
    ['work', 'git push origin main', 'block'],
    ['work', 'git push origin HEAD', 'pass'],
    ['work', 'git push origin HEAD:main', 'block'],
    ['work', 'git push origin HEAD:refs/heads/main', 'block'],
    ['work', 'git push origin :main', 'block'],
    ['work', 'git push --all', 'block'],
    ['work', 'git push origin --tags', 'pass'],
    ['work', 'git push --dry-run origin main', 'pass'],
    ['release/2', 'git commit -m x', 'pass'],
  ])('on %s: %s → %s', async (branch, command, says) => {
    repository(branch)
    expect(await decision(command)).toBe(says)
  })

  it('branches are yours to name', async () => {
    repository('release/2')
    expect(await decision('git commit -m x', { branches: ['release/*'] })).toBe('block')
    expect(await decision('git push origin main', { branches: [] })).toBe('pass')
  })

  it('a first commit, no branch and no repository', async () => {
    expect(await decision('git commit -m x')).toBe('pass')
    git('init', '-q', '-b', 'main')
    expect(await decision('git commit -m x')).toBe('block')
    expect(await decision('git commit -m x', { branches: [] })).toBe('pass')
    git('commit', '-q', '--allow-empty', '-m', 'first')
    git('checkout', '-q', '--detach')
    expect(await decision('git commit -m x')).toBe('pass')
  })

  it('looks where the command runs', async () => {
    mkdirSync(join(workspace, 'sub'))
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: join(workspace, 'sub') })
    for (const command of ['git -C sub commit -m x', "sh -c 'cd sub && git commit -m x'", 'env -C sub git commit -m x'])
      expect(await decision(command)).toBe('block')
    expect((await ask('git commit -m x', {}, { cwd: 'sub' })).decision).toBe('block')
    expect(await decision('git commit -m x')).toBe('pass')
  })

  it.each([
    ['git commit --no-verify -m x', true],
    ['git commit --no-veri -m x', true],
    ['git commit -n -m x', true],
    ['git commit -anm x', true],
    ['git commit -m -n', false],
    ['git commit -mn', false],
    ['git -c core.hooksPath=/dev/null commit -m x', true],
    ['git push --no-verify', true],
    ['git push -n', false],
    ['git commit --no-verbose -m x', false],
  ])('%s leaves out the checks: %s', async (command, does) => {
    repository()
    expect(await decision(command)).toBe(does ? 'block' : 'pass')
    expect(await decision(command, { noVerify: 'allow' })).toBe('pass')
  })

  it.each([
    ['git push --force', 'block', 'block'],
    ['git push -uf origin work', 'block', 'block'],
    ['git push origin +work', 'block', 'block'],
    ['git push --mirror', 'block', 'block'],
    ['git push --force-with-lease', 'block', 'pass'],
    ['git push --force-with-lease=work:abc origin work', 'block', 'pass'],
    ['git push --follow-tags', 'pass', 'pass'],
  ])('%s: %s, with a lease allowed %s', async (command, refuse, lease) => {
    repository()
    const params = { branches: [] }
    expect(await decision(command, params)).toBe(refuse)
    expect(await decision(command, { ...params, force: 'lease' })).toBe(lease)
    expect(await decision(command, { ...params, force: 'allow' })).toBe('pass')
  })

  it.each([
    ['git commit -m "fix: the door"', 'pass'],
    ['git commit --message="fix: the door"', 'pass'],
    ['git commit -am "fix: the door"', 'pass'],
    ['git commit -m "the door"', 'block'],
    ['git commit -m "fix: the door" -m "Because it squeaked."', 'pass'],
    ['git commit -F message', 'pass'],
    ['git commit -F other', 'block'],
    ['git commit', 'block'],
    ['git commit --amend', 'pass'],
    ['git commit --amend -m "door"', 'block'],
    ['git commit --fixup HEAD', 'pass'],
    ['git commit -m "$SUBJECT"', 'block'],
    ['git merge -m "door" other', 'block'],
    ['git merge other', 'pass'],
    ['git cherry-pick abc', 'pass'],
  ])('with `^fix: `: %s → %s', async (command, says) => {
    repository()
    file('message', 'fix: the door\n')
    expect(await decision(command, { message: '^fix: ' })).toBe(says)
    expect(await decision(command)).toBe('pass')
  })

  const LARGE = Buffer.alloc(1_200_000, 'x')

  it('refuses files that are too large, as they would be committed', async () => {
    repository()
    file('large.bin', LARGE)
    file('small', 'x')
    git('add', 'small')
    const params = { largestMb: 1 }
    expect(await decision('git commit -m x', params)).toBe('pass')
    expect((await ask("sh -c 'git add . && git commit -m x'", params)).reason).toMatch(
      /: `large\.bin` has 1\.2 MB, and 1 are the most\./,
    )
    git('add', '.')
    expect((await ask('git commit -m x', params)).reason).toMatch(/`large\.bin` has 1\.2 MB/)
    expect(await decision('git commit -m x')).toBe('pass')
    expect(await decision('git commit -m x', { largestMb: 0 })).toBe('pass')
    // What is staged counts, not what lies there by now.
    file('large.bin', 'small by now')
    expect(await decision('git commit -m x', params)).toBe('block')
    git('commit', '-q', '-m', 'large')
    git('rm', '-q', '-f', 'large.bin')
    expect(await decision('git commit -m x', params)).toBe('pass')
  })

  it('refuses secrets among the lines that it would add', async () => {
    repository()
    file('a', `key ${TOKEN}\n`)
    expect(await decision('git commit -m x')).toBe('pass')
    expect(await decision("sh -c 'git add a; git commit -m x'")).toBe('block')
    git('add', 'a')
    const outcome = await ask('git commit -m x')
    expect(outcome.reason).toMatch(/it would add what looks like a secret \(GitHub token\)/)
    expect(outcome.reason).not.toContain(TOKEN)
    expect(await decision('git commit -m x', { secrets: false })).toBe('pass')
    git('commit', '-q', '-m', 'a')
    file('a', 'gone\n')
    git('add', 'a')
    expect(await decision('git commit -m x')).toBe('pass')
    file('a', `back ${TOKEN}\n`)
    expect(await decision('git commit -m x')).toBe('pass')
    expect(await decision('git commit -am x')).toBe('block')
    expect(await decision('git commit -m x a')).toBe('block')
  })

  it('a change that is too large to be searched is told', async () => {
    repository()
    file('a', 'line of text\n'.repeat(400_000))
    git('add', 'a')
    expect((await ask('git commit -m x', { largestMb: 0 })).reason).toMatch(/git says more than can be searched/)
    expect(await decision('git commit -m x', { largestMb: 0, secrets: false })).toBe('pass')
  })

  it('starts nothing of the repository’s while it looks, and changes nothing', async () => {
    repository()
    file('a', 'x\n')
    git('add', 'a')
    const touch = `touch ${join(workspace, 'started')}`
    for (const key of ['diff.external', 'core.fsmonitor', 'core.pager']) git('config', key, touch)
    const before = git('status', '--porcelain=v2', '-uno').toString()
    execFileSync('rm', ['-f', join(workspace, 'started')])
    expect(await decision('git commit -am x')).toBe('pass')
    expect(() => execFileSync('ls', [join(workspace, 'started')], { stdio: 'pipe' })).toThrow()
    expect(git('-c', 'core.fsmonitor=false', 'status', '--porcelain=v2', '-uno').toString()).toBe(before)
  })

  it('says what does not fit', async () => {
    expect(await hooks.problem(SLUG, { message: '(' })).toMatch(/^message: /)
    expect(await hooks.problem(SLUG, { branches: ['a b'] })).toMatch(/^branches\.0: a branch is a name/)
  })
})
