import { expect, test } from 'vitest'
import { wheelMeaning } from './wheel'

const NONE = { x: 0, y: 0, command: false, shift: false }

test.each([
  ['design', 'a wheel pans', { y: 50 }, { do: 'pan', by: { x: 0, y: 50 } }],
  ['design', 'two fingers pan along both', { x: 10, y: 5 }, { do: 'pan', by: { x: 10, y: 5 } }],
  ['design', 'with Shift it pans sideways', { y: 50, shift: true }, { do: 'pan', by: { x: 50, y: 0 } }],
  ['design', 'with Ctrl it zooms', { y: 50, command: true }, { do: 'zoom', factor: 2 ** 0.5 }],
  ['design', 'a coarse wheel is no leap', { y: 4000, command: true }, { do: 'zoom', factor: 2 ** 0.6 }],
  ['map', 'a wheel zooms', { y: -50 }, { do: 'zoom', factor: 2 ** -0.5 }],
  ['map', 'with Shift it pans', { y: 50, shift: true }, { do: 'pan', by: { x: 50, y: 0 } }],
  ['map', 'with Shift, as some systems turn it themselves', { x: 50, shift: true }, { do: 'pan', by: { x: 50, y: 0 } }],
  ['map', 'a pinch zooms as everywhere', { y: 50, command: true }, { do: 'zoom', factor: 2 ** 0.5 }],
] as const)('%s: %s', (navigation, _, turn, meaning) => {
  expect(wheelMeaning({ ...NONE, ...turn }, navigation)).toEqual(meaning)
})
