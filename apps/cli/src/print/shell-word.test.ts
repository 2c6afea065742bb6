import { execFileSync } from 'node:child_process'
import { shellWord } from '@belay/trace'
import { expect, test } from 'vitest'

const WORDS = [
  'plain/path-1.0',
  'with blanks',
  "it's",
  '$(touch x) `id` "q" \\ ; & | > < * ? ~ # !',
  'é\tü\nz',
  '',
  '-n',
]

test.each(WORDS)('a shell reads %j as it is', (text) => {
  const line = `printf '%s' x${shellWord(text)}`
  expect(execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' })).toBe(`x${text}`)
})
