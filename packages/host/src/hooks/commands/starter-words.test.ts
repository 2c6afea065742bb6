import { describe, expect, it } from 'vitest'
import type { Shell } from './shell-steps'
import { ownWords } from './starter-words'
import { whatRuns } from './unwrap'

describe('where a program starts another one', () => {
  it.each([
    ['env -C dir rm x', ['dir']],
    ['env -iC dir rm x', ['dir']],
    ['env -Cdir rm x', ['dir']],
    ['env --chdir=dir rm x', ['dir']],
    ['env --chdir dir rm x', ['dir']],
    ['env -u C rm -C x', []],
    ['sudo -D dir rm x', ['dir']],
    ['sudo -nD dir rm x', ['dir']],
    ['sudo -u D rm x', []],
    ['env -C a sudo --chdir=b rm x', ['a', 'b']],
    ['chroot dir rm x', ['dir']],
    ['unshare --wd dir rm x', ['dir']],
    ['nice -n 5 rm x', []],
  ])('%s: within %j', (command, within) => {
    expect(whatRuns(command).invocations.find(({ program }) => program === 'rm')?.within).toEqual(within)
  })

  it('what it writes and reads itself is told apart from the words of the program', () => {
    expect(ownWords('strace', ['-f', '-o', 'log', 'rm', '-o', 'x']).writes).toEqual(['log'])
    expect(ownWords('time', ['--output=log', 'make']).writes).toEqual(['log'])
    expect(ownWords('xargs', ['-a', 'list', 'rm']).reads).toEqual(['list'])
    expect(ownWords('unknown', ['-o', 'x']).writes).toEqual([])
  })
})

describe('how the commands of a script follow one another', () => {
  const steps = (text: string) => whatRuns(text).steps.map(({ link, shell }) => [link, depthOf(shell)])
  const depthOf = (shell: Shell | null): number => (shell === null ? -1 : depthOf(shell.parent) + 1)
  it.each([
    [
      'a; b',
      [
        ['then', 0],
        ['then', 0],
      ],
    ],
    [
      'a && b || c',
      [
        ['then', 0],
        ['and', 0],
        ['or', 0],
      ],
    ],
    [
      'a &&\n b',
      [
        ['then', 0],
        ['and', 0],
      ],
    ],
    [
      'a | b & c',
      [
        ['then', 0],
        ['pipe', 0],
        ['beside', 0],
      ],
    ],
    [
      '(a && b) && c',
      [
        ['then', 1],
        ['and', 1],
        ['and', 0],
      ],
    ],
    [
      'a || (b)\nc',
      [
        ['then', 0],
        ['then', 1],
        ['then', 0],
      ],
    ],
    [
      'a $(b; (c)) e',
      [
        ['then', 1],
        ['then', 2],
        ['then', 0],
      ],
    ],
    [
      "sh -c 'a && b'; c",
      [
        ['then', 0],
        ['then', 1],
        ['and', 1],
        ['then', 0],
      ],
    ],
    [
      "eval 'a && b'; c",
      [
        ['then', 0],
        ['then', 0],
        ['and', 0],
        ['then', 0],
      ],
    ],
  ])('%j: %j', (text, expected) => {
    expect(steps(text)).toEqual(expected)
  })
})
