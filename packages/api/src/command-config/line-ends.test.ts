import { describe, expect, it } from 'vitest'
import { likeBefore, plainText } from './line-ends'

describe('line ends of a file that was edited as text with \\n', () => {
  it.each<[what: string, raw: string, edit: (text: string) => string, saved: string]>([
    ['a file of Unix stays one', '{\n}\n', (text) => text.replace('}', '1}'), '{\n1}\n'],
    [
      'a file of Windows stays one, also where a line is added',
      'a\r\nb\r\n',
      (text) => text.replace('b', 'x\nb'),
      'a\r\nx\r\nb\r\n',
    ],
    [
      'where they are mixed, lines that nobody touched keep theirs',
      'a\r\nb\nc\r\nd\n',
      (text) => text.replace('c', 'C'),
      'a\r\nb\nC\nd\n',
    ],
    ['a byte order mark is put back', '\ufeffa\r\n', (text) => `${text}b\n`, '\ufeffa\r\nb\r\n'],
    ['a last line that did not end may end now', 'a\r\nb', (text) => `${text}\n`, 'a\r\nb\r\n'],
    ['what is not edited is the same to the byte', '\ufeffa\r\n\r\nb\nc', (text) => text, '\ufeffa\r\n\r\nb\nc'],
    ['everything may be taken out', 'a\r\nb\r\n', () => '', ''],
  ])('%s', (_, raw, edit, saved) => {
    expect(likeBefore(raw, edit(plainText(raw)))).toBe(saved)
  })
})
