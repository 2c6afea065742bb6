import { describe, expect, it } from 'vitest'
import { commandPattern } from './command-pattern'
import { hasWildcard, matchesGlob, matchesShellGlob } from './glob'
import { readScript } from './read-script'
import { whatRuns } from './unwrap'

const hits = (pattern: string, command: string, stdin: string | null = null) =>
  commandPattern(pattern).matches(whatRuns(command, stdin))

describe('reading a script', () => {
  const words = (text: string) => readScript(text).commands.map((command) => command.words)

  it.each([
    ['a b  c', [['a', 'b', 'c']]],
    [`a 'b c' "d e" f\\ g`, [['a', 'b c', 'd e', 'f g']]],
    [`a "b\\"c" 'd\\'`, [['a', 'b"c', 'd\\']]],
    ["a $'b\\nc'", [['a', 'b\nc']]],
    ['a ""', [['a', '']]],
    ['a; b && c || d | e & f', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']]],
    ['a\nb', [['a'], ['b']]],
    ['a \\\n b', [['a', 'b']]],
    ['(a; b)', [['a'], ['b']]],
    ['a # b', [['a']]],
    ['a#b', [['a#b']]],
    [
      'a "$(b c)" d',
      [
        ['b', 'c'],
        ['a', '$(…)', 'd'],
      ],
    ],
    [
      'a `b c`',
      [
        ['b', 'c'],
        ['a', '$(…)'],
      ],
    ],
    ['a $(b $(c))', [['c'], ['b', '$(…)'], ['a', '$(…)']]],
    ["a '$(b)'", [['a', '$(b)']]],
    ['a <(b)', [['b'], ['a', '$(…)']]],
    ['a > f 2>&1 < g', [['a']]],
    ['a <<EOF\nb c\nEOF\nd', [['a'], ['d']]],
    ['', []],
    ["a 'unclosed", [['a', 'unclosed']]],
  ])('%j', (text, expected) => {
    expect(words(text)).toEqual(expected)
  })

  it('keeps what is written to, what is fed and what is piped', () => {
    expect(readScript('a >> f 2> g').commands[0]?.outputs).toEqual(['f', 'g'])
    expect(readScript('a &> f').commands[0]?.outputs).toEqual(['f'])
    expect(readScript("sh <<'EOF'\nrm x\nEOF").commands[0]?.input?.text).toBe('rm x')
    expect(readScript('sh <<< "rm x"').commands[0]?.input?.text).toBe('rm x')
    expect(readScript('a | b').commands.map(({ piped }) => piped)).toEqual([true, false])
  })

  it('comes to an end on any depth of nesting and on long text', () => {
    expect(readScript('$('.repeat(50_000)).commands.length).toBeLessThan(100)
    expect(readScript('a;'.repeat(300_000)).commands).toHaveLength(300_000)
    expect(whatRuns(`find ${'-exec '.repeat(100_000)}`).unread).toBe('is too long')
  })
})

describe('rm -rf', () => {
  it.each([
    'rm -rf build',
    'rm   -rf\tbuild',
    'rm -fr build',
    'rm -r -f build',
    'rm build -f -r',
    'rm -Rf build',
    'rm -rfv build',
    'rm --recursive --force build',
    'rm --rec --fo build',
    '/bin/rm -rf build',
    '../../bin/rm -rf build',
    '"rm" -rf build',
    `r'm' "-rf" build`,
    '\\rm -rf build',
    'rm "-r" \'-f\' build',
    'sudo rm -rf build',
    'sudo -u root -E rm -rf build',
    'sudo -uroot rm -rf build',
    'env rm -rf build',
    'env -i A=b -u C rm -rf build',
    'env -S "rm -rf build"',
    'A=b rm -rf build',
    'xargs rm -rf',
    'xargs -0 -n 1 rm -rf',
    'find . -name x -print0 | xargs -0 rm -rf',
    'find . -name x -exec rm -rf {} +',
    'find . -exec rm -rf {} \\; -print',
    'nice -n 5 rm -rf build',
    'timeout -k 1 10 rm -rf build',
    'nohup rm -rf build',
    'busybox rm -rf build',
    'command rm -rf build',
    `sh -c 'rm -rf build'`,
    `bash -lc "cd x && rm -fr build"`,
    `bash -e -c 'rm -rf build' name`,
    `sudo sh -c 'env rm -rf build'`,
    `sh -c "sh -c 'rm -rf build'"`,
    'eval rm -rf build',
    `eval "rm -rf build"`,
    `su -c 'rm -rf build' somebody`,
    'ssh -p 22 host rm -rf build',
    'ls; rm -rf build',
    'ls && rm -rf build',
    'ls | rm -rf build',
    'echo $(rm -rf build)',
    'echo "`rm -rf build`"',
    '(rm -rf build)',
    '{ rm -rf build; }',
    'if true; then rm -rf build; fi',
    'for x in a b; do rm -rf $x; done',
    `echo 'rm -rf build' | sh`,
    `sh <<'EOF'\nrm -rf build\nEOF`,
    'bash <<< "rm -rf build"',
  ])('is what runs: %s', (command) => {
    expect(hits('rm -rf', command)).toBe(true)
  })

  it.each([
    'echo "rm -rf build"',
    'echo rm -rf build',
    `grep 'rm -rf' notes.md`,
    'grep -rf patterns rm',
    'rg "rm -rf" .',
    `git commit -m 'never rm -rf again'`,
    'man rm',
    'which rm',
    'command -v rm -rf',
    'rm build/x',
    'rm -r build',
    'rm -f build',
    'rm -- -rf',
    'rmdir -rf',
    'farm -rf build',
    'ls rm -rf',
    'npm run rm -rf',
    `cat <<'EOF'\nrm -rf build\nEOF`,
    `printf 'rm -rf build' > note`,
    'ls # rm -rf build',
    `sh -c 'echo "rm -rf"'`,
    'find . -name rm -type f -regex rf',
    `node -e 'console.log("rm -rf")'`,
    '',
  ])('is only mentioned or not said: %s', (command) => {
    expect(hits('rm -rf', command)).toBe(false)
  })

  it('is what runs when a shell is fed it', () => {
    expect(hits('rm -rf', 'sh', 'rm -rf build')).toBe(true)
    expect(hits('rm -rf', 'bash -s', 'rm -rf build')).toBe(true)
    expect(hits('rm -rf', 'cat', 'rm -rf build')).toBe(false)
    expect(hits('rm -rf', 'sh script.sh', 'rm -rf build')).toBe(false)
  })
})

describe('other patterns', () => {
  it.each([
    ['rm -rf /', 'rm -rf //', true],
    ['rm -rf /', 'rm -rf /tmp', false],
    ['rm -rf /*', 'rm -rf /tmp', true],
    ['rm -rf ~', 'rm -rf ~/', true],
    ['mkfs*', 'mkfs.ext4 /dev/sda1', true],
    ['mkfs*', 'sudo /sbin/mkfs /dev/sda1', true],
    ['mkfs*', 'ls mkfs', false],
    ['dd of=/dev/sd*', 'dd if=image of=/dev/sda bs=4M', true],
    ['dd of=/dev/sd*', 'dd if=/dev/zero of=/dev/null', false],
    ['> /dev/sd*', 'cat image > /dev/sda', true],
    ['> /dev/sd*', 'cat image > /dev/null', false],
    ['shutdown', 'sudo shutdown -h now', true],
    ['shutdown', 'systemctl status shutdown.target', false],
    ['git push --force', 'git push -f origin main', true],
    ['git push --force', 'git -C dir push origin --force', true],
    ['git push --force', 'git push --force-with-lease', false],
    ['git push --force', 'git commit -m push --force', false],
    ['git push -f', 'git push --force', true],
    ['npm run clean', 'npm run clean', true],
    ['npm run clean', 'npm run cleanup', false],
    ['npm run clean', 'npm clean run', false],
    ['chmod -R 777', 'chmod --recursive 777 .', true],
    ['find -delete', 'find . -name x -delete', true],
    ['find -delete', 'find . -depth -type l -size 3', false],
    ['sudo', 'sudo ls', true],
    [':(){ :|:& };:', `bash -c ':(){ :|:& };:'`, true],
    [':(){ :|:& };:', ':() { : | : & } ; :', true],
    [':(){ :|:& };:', `echo ':(){ :|:& };:'`, false],
    ['', 'ls', false],
  ])('%j on %j: %s', (pattern, command, expected) => {
    expect(hits(pattern, command)).toBe(expected)
  })
})

describe('globs', () => {
  it.each([
    ['a*c', 'abbbc', true],
    ['a*c', 'abbb', false],
    ['*', '', true],
    ['*.env', 'x/.env', true],
    ['a.c', 'abc', false],
  ])('%j on %j: %s', (pattern, text, expected) => {
    expect(matchesGlob(pattern, text)).toBe(expected)
  })

  it.each([
    ['.en[v]', '.env', true],
    ['.en[!v]', '.env', false],
    ['.en[^a-u]', '.env', true],
    ['[a-c]x', 'bx', true],
    ['[a-c]x', 'dx', false],
    ['[]a]', ']', true],
    ['[-a]', '-', true],
    ['[[:lower:]]x', 'ax', true],
    ['[id].ts', 'i.ts', true],
    ['[id', '[id', true],
    ['a[', 'a[', true],
    ['?', 'ü', true],
  ])('as a shell matches names, %j on %j: %s', (pattern, name, expected) => {
    expect(matchesShellGlob(pattern, name)).toBe(expected)
  })

  it('brackets that never close come to an end', () => {
    const started = performance.now()
    const open = '['.repeat(500_000)
    expect(matchesShellGlob(open, 'a')).toBe(false)
    expect(hasWildcard(open)).toBe(false)
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  it('takes no more than pattern times text steps', () => {
    expect(matchesGlob(`${'*a'.repeat(200)}b`, 'a'.repeat(20_000))).toBe(false)
  })
})
