import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { type Asked, before, builtIns, run } from '../testing/built-ins'

let workspace: string
let elsewhere: string
let person: string
const hooks = () => builtIns({ world: { person } })
/** `ELSE` stands for a folder outside, `HERE` for the workspace. */
const filled = (text: string) => text.replaceAll('ELSE', elsewhere).replaceAll('HERE', workspace)

beforeEach(() => {
  elsewhere = freshFolder()
  person = freshFolder()
  workspace = join(freshFolder(), 'work')
  for (const folder of [workspace, join(workspace, 'src'), join(workspace, 'sub'), join(elsewhere, 'deep')])
    mkdirSync(folder)
  writeFileSync(join(elsewhere, 'secret'), '')
  writeFileSync(join(workspace, 'src/a.ts'), '')
  symlinkSync(elsewhere, join(workspace, 'out'))
  symlinkSync(join(elsewhere, 'secret'), join(workspace, 'file'))
  symlinkSync(join(elsewhere, 'not-yet'), join(workspace, 'dangling'))
  symlinkSync('src', join(workspace, 'in'))
  symlinkSync('circle', join(workspace, 'circle'))
})

async function decide(asked: Asked<'tools.before'>, params: JsonObject = {}) {
  return (await hooks().ask('workspace-fence', params, { ...asked, facts: { workspace } })).decision
}

describe('workspace-fence', () => {
  it('refuses with the path and where it leads', async () => {
    const say = async (asked: Asked<'tools.before'>) =>
      (await hooks().ask('workspace-fence', { advice: 'Stay.' }, { ...asked, facts: { workspace } })).reason
    expect(await say(before('files.read', { file_path: '/etc/passwd' }))).toBe(
      'This session stays inside its workspace, and this call would reach outside: `files.read` to `/etc/passwd`. Stay.',
    )
    expect(await say(run('cat out/secret'))).toBe(
      `This session stays inside its workspace, and this call would reach outside: \`cat\` to \`out/secret\`, which leads to \`${elsewhere}/secret\`. Stay.`,
    )
  })

  it.each([
    ['src/a.ts', 'pass'],
    ['HERE/src/a.ts', 'pass'],
    ['new/deep/file', 'pass'],
    ['.', 'pass'],
    ['in/a.ts', 'pass'],
    ['in/../src/a.ts', 'pass'],
    ['..', 'block'],
    ['src/../../x', 'block'],
    ['HEREx/file', 'block'],
    ['ELSE/secret', 'block'],
    ['out', 'block'],
    ['out/not/there', 'block'],
    ['file', 'block'],
    ['dangling', 'block'],
    ['circle', 'block'],
    ['..x/file', 'pass'],
    ['/not/there/at/all', 'block'],
  ])('a file tool and %s → %s', async (path, decision) => {
    const file_path = filled(path)
    expect(await decide(before('files.edit', { file_path }))).toBe(decision)
    expect(await decide(before('files.read', { file_path }))).toBe(decision)
  })

  it.each([
    ['npm test', 'pass'],
    ['/usr/bin/env node src/a.ts', 'pass'],
    ['cat src/a.ts', 'pass'],
    ['cat HERE/src/a.ts', 'pass'],
    ['cat ELSE/secret', 'block'],
    ['cat ../x', 'block'],
    ['cat file', 'block'],
    ['cat out/../x', 'block'],
    ['ls ..', 'block'],
    ['ls /', 'block'],
    ['cp src/a.ts ELSE', 'block'],
    ['cp src/a.ts /not-there', 'block'],
    ['mkdir ELSE/x', 'block'],
    ['rm -rf out/', 'block'],
    ['node --out=ELSE/x a.js', 'block'],
    ['tar -C ELSE -xf a.tar', 'block'],
    ['gcc -oELSE/x a.c', 'block'],
    ['git -C .. status', 'block'],
    ['git clone https://example.org/a/b', 'pass'],
    ['git clone https://example.org/a/b ../b', 'block'],
    ['git commit -m "see /etc/hosts"', 'pass'],
    ['git log main..topic', 'pass'],
    ['gh api /repos/a/b', 'pass'],
    ['curl https://example.org/etc/passwd', 'pass'],
    ['curl file:///etc/passwd', 'block'],
    ['curl -o ELSE/x https://example.org', 'block'],
    ["sed -n '/etc/p' src/a.ts", 'pass'],
    ["sed -n '/etc/p' ELSE/secret", 'block'],
    ['grep -rn /etc src', 'pass'],
    ['grep -rn key /etc', 'block'],
    ['grep -v x file', 'block'],
    ['awk -F/ "{print}" src/a.ts', 'pass'],
    ["tr '/' '_'", 'pass'],
    ['cut -d / -f 1 src/a.ts', 'pass'],
    ['cut -d/ -f1 src/a.ts', 'pass'],
    ['echo /etc/passwd', 'pass'],
    ['sh -c "cat ELSE/secret"', 'block'],
    ['sh -c "/bin/ls src"', 'pass'],
    ['sh ELSE/deep/x.sh', 'block'],
    ['timeout 5 /usr/bin/node src/a.ts', 'pass'],
    ['find ELSE -name x', 'block'],
    ['docker run -v ELSE:/data image ls /data', 'block'],
    ['docker run -v HERE:/app -w /app image npm test', 'pass'],
    // Read as a command for this machine.
    ['docker exec c cat /etc/passwd', 'block'],
    ['cat /dev/null', 'pass'],
    ['node -e "require(\'../x\')"', 'pass'],
    // What follows needs a shell.
    ['npm test > /dev/null 2>&1', 'pass'],
    ['npm test > ELSE/log', 'block'],
    ['sort < ELSE/secret', 'block'],
    ['cd .. && ls', 'block'],
    ['cd && cat .profile', 'block'],
    ['cd sub && cat ../src/a.ts', 'pass'],
    ['cd sub && cat ../../x', 'block'],
    ['cd sub && cd - && cat src/a.ts', 'pass'],
    ['cat ~/.profile', 'block'],
    ['cat "$HOME/.profile"', 'block'],
    ['cat "$PWD/src/a.ts"', 'pass'],
    ['cat */secret', 'block'],
    ['cat src/*', 'pass'],
  ])('a command: %s → %s', async (command, decision) => {
    expect(await decide(run(filled(command)))).toBe(decision)
  })

  it('the folder that a command runs in counts, and relative words go on from there', async () => {
    expect(await decide(run('ls', { cwd: '..' }))).toBe('block')
    expect(await decide(run('ls', { cwd: 'out' }))).toBe('block')
    expect(await decide(run('ls', { cwd: 'sub' }))).toBe('pass')
    expect(await decide(run('cat ../src/a.ts', { cwd: 'sub' }))).toBe('pass')
    expect(await decide(run('cat ../../x', { cwd: 'sub' }))).toBe('block')
  })

  it('other tools by the arguments that are called like paths', async () => {
    expect(await decide(before('mcp__fs__read', { paths: ['src/a.ts', '/etc/passwd'] }))).toBe('block')
    expect(await decide(before('mcp__fs__read', { paths: ['src/a.ts'] }))).toBe('pass')
    expect(await decide(before('mail.submit', { to: 'x', body: '/etc/passwd' }))).toBe('pass')
    expect(await decide(before('files.paths', { pattern: '**/*', path: '..' }))).toBe('block')
    expect(await decide(before('files.ls', {}))).toBe('pass')
  })

  it('further folders are inside, with what is in them', async () => {
    const allow = { allow: [join(elsewhere, 'deep'), '~/notes'] }
    expect(await decide(run(filled('cat ELSE/deep/x')), allow)).toBe('pass')
    expect(await decide(run(filled('cat out/deep/x')), allow)).toBe('pass')
    expect(await decide(run(filled('cat ELSE/secret')), allow)).toBe('block')
    expect(await decide(run('cat ~/notes/x'), allow)).toBe('pass')
    expect(await hooks().problem('workspace-fence', { allow: ['deep'] })).toBe(
      'allow.0: a folder is written from `/` or `~`',
    )
  })

  it('the folder for temporary files is inside only where a person says so', async () => {
    expect(await decide(run('tee /tmp/log'))).toBe('block')
    expect(await decide(run('tee /tmp/log'), { temporary: true })).toBe('pass')
  })

  it('with write alone, reading elsewhere passes', async () => {
    const write = { access: 'write' }
    expect(await decide(run(filled('cat ELSE/secret')), write)).toBe('pass')
    expect(await decide(before('files.read', { file_path: '/etc/passwd' }), write)).toBe('pass')
    expect(await decide(run(filled('cp src/a.ts ELSE/x')), write)).toBe('block')
    expect(await decide(before('files.write', { file_path: '/etc/x', content: '' }), write)).toBe('block')
  })

  it('asks where it is told to, and names everything', async () => {
    const asked = { ...run(filled('cp ELSE/secret ELSE/deep')), facts: { workspace } }
    expect((await hooks().ask('workspace-fence', { outside: 'ask' }, asked)).carried).toEqual({
      question: filled(
        'Let this call reach outside the workspace: `cp` to `ELSE/secret`, `cp` to `ELSE/deep`, `cp` to `ELSE/deep/secret`?',
      ),
    })
  })

  it('what it can’t read is outside', async () => {
    const asked = { ...run(`${'env '.repeat(25)}ls`), facts: { workspace } }
    expect((await hooks().ask('workspace-fence', { advice: '' }, asked)).reason).toBe(
      'This session stays inside its workspace, and this call would reach outside: what could not be read, since it is nested too deeply.',
    )
  })

  it('arguments of any shape pass', async () => {
    for (const args of [{}, { command: 3 }, { command: '' }, { command: 'ls', cwd: 4 }])
      expect(await decide(before('run', args))).toBe('pass')
    for (const args of [{ file_path: 3 }, { file_path: null }, { file_path: '' }])
      expect(await decide(before('files.edit', args))).toBe('pass')
  })
})
