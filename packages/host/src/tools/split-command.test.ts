import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitCommand } from './split-command'

describe('a command line is read into words', () => {
  test.each([
    ['plain words', 'git status --short', ['git', 'status', '--short']],
    ['tabs and runs of spaces', '  ls \t  -l  ', ['ls', '-l']],
    ['quotes of both kinds', `grep "a b" 'c d'`, ['grep', 'a b', 'c d']],
    ['quotes inside a word', `a'b c'"d e"f`, ['ab cd ef']],
    ['empty words', `printf '' ""`, ['printf', '', '']],
    ['a quote inside single quotes', `echo 'it'\\''s'`, ['echo', "it's"]],
    ['escapes', 'echo a\\ b \\* \\$HOME \\#', ['echo', 'a b', '*', '$HOME', '#']],
    ['escapes inside double quotes', 'echo "\\$a \\`b \\"c\\" \\d"', ['echo', '$a `b "c" \\d']],
    ['a dollar that begins nothing', 'grep "a$" b$ $', ['grep', 'a$', 'b$', '$']],
    ['a hash within a word', 'curl http://x/#top', ['curl', 'http://x/#top']],
    [
      'braces that expand to nothing',
      'find . -exec echo {} ;'.replace(' ;', " ';'"),
      ['find', '.', '-exec', 'echo', '{}', ';'],
    ],
    ['operators in quotes', `echo 'a && b' "c | d; e > f"`, ['echo', 'a && b', 'c | d; e > f']],
    ['a pattern in quotes', `find . -name '*.ts'`, ['find', '.', '-name', '*.ts']],
    ['line breaks in quotes', `node -e 'a\nb'`, ['node', '-e', 'a\nb']],
    ['an escaped line break', 'ls \\\n  -l', ['ls', '-l']],
    ['a space that is none to a shell', 'echo a\u00a0b', ['echo', 'a\u00a0b']],
  ])('%s', (_, command, words) => {
    expect(splitCommand(command)).toEqual({ ok: true, words })
  })
})

describe('what a shell would do more with is refused with what to write instead', () => {
  test.each([
    ['npm test && npm run build', 'one call of run for each'],
    ['ls; rm -rf /', 'one call of run for each'],
    ['sleep 9 &', 'one call of run for each'],
    ['ls\nrm -rf /', 'one call of run for each line'],
    ['cat a | grep b', 'stdin'],
    ['echo a > b', 'files.write'],
    ['echo a >> b', 'files.write'],
    ['cmd 2>&1', 'files.write'],
    ['wc < a', 'files.read'],
    ['(cd a)', 'cwd'],
    ['diff <(ls)', 'files.read'],
    ['echo $(whoami)', 'run that one first'],
    ['echo "$(whoami)"', 'run that one first'],
    ['echo `whoami`', 'run that one first'],
    ['echo "`whoami`"', 'run that one first'],
    ['echo $HOME', 'write the value'],
    ['echo "$'.concat('{HOME}"'), 'write the value'],
    ['echo $1 $? $$', 'write the value'],
    [`echo $'a'`, 'in the quotes'],
    ['rm *.log', 'files.paths'],
    ['ls a?.ts', 'files.paths'],
    ['ls [ab].ts', 'files.paths'],
    ['cp a.{ts,js} b', 'write each word out'],
    ['ls ~/x', 'write the whole path'],
    ['ls # all', 'comment'],
    ['FOO=1 npm test', 'env'],
    ['cd src', 'cwd'],
    ['export A=1', 'env'],
    ["echo 'a", 'not closed'],
    ['echo "a', 'not closed'],
    ['echo a\\', 'ends in a backslash'],
    ['', 'empty'],
    ["''", 'empty'],
  ])('%s', (command, instead) => {
    const split = splitCommand(command)
    expect(split.ok ? split.words : split.message).toContain(instead)
  })
})

/** Pieces that commands are made of, so that quotes, escapes and operators meet in every order. */
const PIECES = [
  ...'ab \t\'"\\$`#~*?[]{},.=!-/&|;<>()\n',
  'printf ',
  "'",
  '"',
  '\\\\',
  '\\"',
  "'\\''",
  '$(',
  '$'.concat('{a}'),
  '\u00a0',
  'é',
]

test('a command that is accepted has the words that sh gives it', () => {
  const commands = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(commands, (tail) => {
      const split = splitCommand(`x ${tail}`)
      if (!split.ok) return
      const script = `set -f; args() { for each in "$@"; do printf '%s\\0' "$each"; done; }; args x ${tail.replace(/[ \t\n]+$/, '')}`
      const shell = spawnSync('sh', ['-c', script], { encoding: 'utf8', env: {} })
      expect({ words: shell.stdout.split('\0').slice(0, -1), said: shell.stderr }).toEqual({
        words: split.words,
        said: '',
      })
    }),
    { numRuns: 600 },
  )
})
