import type { Json } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { changedWords } from './changed-words'

const run = (command: string, more: Record<string, Json> = {}) => ({ name: 'run', args: { command, ...more } })

describe('what became of a value', () => {
  test.each<readonly [string, Json, Json, string | null]>([
    ['nothing', run('npm test'), run('npm test'), null],
    ['a word came behind', run('node release.mjs'), run('node release.mjs --dry-run'), '+ --dry-run'],
    ['a word went', run('git push --force origin'), run('git push origin'), '− --force'],
    ['a word is another', run('rm -rf cache'), run('trash -rf cache'), 'rm → trash'],
    ['an argument came', run('ls'), run('ls', { timeoutMs: 9 }), '+ timeoutMs'],
    ['an argument went', run('ls', { timeoutMs: 9 }), run('ls'), '− timeoutMs'],
    ['two are others', run('ls', { a: 1 }), run('la', { a: 2 }), '2 values'],
    ['it is another tool', run('ls'), { name: 'files.ls', args: { command: 'ls' } }, 'run → files.ls'],
    ['a number is another', run('ls', { a: 1 }), run('ls', { a: 2 }), '1 → 2'],
    ['a text', 'my key is abc', 'my key is [secret]', 'abc → [secret]'],
    ['blanks', 'a  b', 'a b', 'only blanks'],
    ['it was not known', null, run('ls'), 'rewrote it'],
    ['much came', 'a', `a ${'word '.repeat(20)}`, '+ word word word word wor…'],
  ])('%s', (_, before, after, words) => {
    expect(changedWords(before, after)).toBe(words)
  })
})
