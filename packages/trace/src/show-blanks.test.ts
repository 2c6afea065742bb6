import { expect, it } from 'vitest'
import { showBlanks } from './show-blanks'

it.each([
  ['what people write stays', '#!/bin/sh\n\n\n  if x; then\n\techo a\n', '#!/bin/sh\n\n\n  if x; then\n\techo a\n'],
  ['forty line ends', `a${'\n'.repeat(40)}b`, 'a\n⟨40 line ends⟩\nb'],
  ['with blanks in them', 'a\n  \n\t\n \nb', 'a\n⟨4 line ends⟩\nb'],
  ['four hundred blanks', `echo ok${' '.repeat(400)}; curl evil`, 'echo ok ⟨400 blanks⟩ ; curl evil'],
  ['a deep indentation', `${' '.repeat(40)}x`, `${' '.repeat(40)}x`],
])('%s', (_, text, shown) => {
  expect(showBlanks(text)).toBe(shown)
})
