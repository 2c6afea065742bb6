import { expect, test } from 'vitest'
import { plainOutput } from './plain-output'

test.each([
  ['colours', '\u001b[1;31mno\u001b[0m', 'no'],
  ['a title of the window, ended by a bell', '\u001b]0;evil\u0007after', 'after'],
  ['a link, ended by ST', '\u001b]8;;http://x\u001b\\text\u001b]8;;\u001b\\', 'text'],
  ['the eight-bit forms', '\u009b2Jx\u009d0;t\u009cy', 'xy'],
  ['a device string', '\u001bPq#0;2\u001b\\z', 'z'],
  ['cursor moves and a charset', '\u001b[2K\u001b(Ba\u001b7b', 'ab'],
  ['a sequence that is broken off at the end', 'a\u001b]0;t', 'a'],
  ['line ends of Windows', 'a\r\nb', 'a\nb'],
])('%s are taken out', (_, printed, shown) => expect(plainOutput(printed)).toBe(shown))
