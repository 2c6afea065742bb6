import { expect, it } from 'vitest'
import { hasHidden, showHidden } from './hidden-characters'

it.each([
  ['a direction that is turned around', 'exe\u202egpj', 'exe‹RLO›gpj'],
  ['a blank that nobody sees', 'ec\u200bho', 'ec‹ZWSP›ho'],
  ['a mark of direction', 'a\u200eb', 'a‹LRM›b'],
  ['an escape sequence', '\u001b[31mred', '‹ESC›[31mred'],
  ['a soft hyphen, a joiner of words, a tag', 'a\u00adb\u2060c\u{e0041}', 'a‹SHY›b‹WJ›c‹E0041›'],
  ['a carriage return that writes over its line', 'good\rbad', 'good‹CR›bad'],
  ['what shapes a text', 'a\r\nb\tc', 'a\r\nb\tc'],
  ['joiners that letters need', 'نمی\u200cخواهم 👩\u200d👧', 'نمی\u200cخواهم 👩\u200d👧'],
])('%s', (_, text, shown) => {
  expect(showHidden(text)).toBe(shown)
  expect(hasHidden(text)).toBe(text !== shown)
})
