import { describe, expect, test } from 'vitest'
import { readImage, takeImages } from './data-image'

const address = (kind: string, bytes: readonly number[]) =>
  `data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`
const ascii = (text: string) => [...text].map((char) => char.charCodeAt(0))
const zeros = (count: number) => Array.from({ length: count }, () => 0)

const PNG = address('png', [
  0x89,
  ...ascii('PNG\r\n'),
  0x1a,
  10,
  0,
  0,
  0,
  13,
  ...ascii('IHDR'),
  0,
  0,
  2,
  128,
  0,
  0,
  1,
  224,
])
const GIF = address('gif', [...ascii('GIF89a'), 44, 1, 200, 0, 0, 0])
const JPEG = address('jpeg', [
  0xff,
  0xd8,
  0xff,
  0xe0,
  0,
  4,
  0,
  0,
  0xff,
  0xc0,
  0,
  17,
  8,
  0,
  100,
  0,
  200,
  3,
  ...zeros(12),
])
const WEBP = address('webp', [
  ...ascii('RIFF'),
  0,
  0,
  0,
  0,
  ...ascii('WEBPVP8X'),
  10,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  63,
  1,
  0,
  239,
  0,
  0,
])

/** Orientation 6: the camera was held upright. */
const EXIF = [
  ...[...ascii('Exif'), 0, 0, ...ascii('II'), 42, 0, 8, 0, 0, 0],
  ...[1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0],
]
const UPRIGHT = address('jpeg', [
  ...[0xff, 0xd8, 0xff, 0xe1, 0, EXIF.length + 2, ...EXIF],
  ...[0xff, 0xc0, 0, 17, 8, 0, 100, 0, 200, 3, ...zeros(12)],
])

describe('the size of a picture in a text', () => {
  test.each([
    ['PNG', PNG, 640, 480],
    ['GIF', GIF, 300, 200],
    ['JPEG', JPEG, 200, 100],
    ['JPEG', UPRIGHT, 100, 200],
    ['WebP', WEBP, 320, 240],
  ])('%s tells it in its header', (kind, src, width, height) => {
    expect(readImage(src)).toEqual({ src, kind, width, height })
  })

  test.each([
    ['a drawing that could hold a script', 'data:image/svg+xml;base64,PHN2Zz4='],
    ['bytes that are no picture', address('png', ascii('hello, this is no picture at all'))],
    ['a picture without an end to its sides', address('gif', [...ascii('GIF89a'), 255, 255, 255, 255, 0, 0])],
    ['an address elsewhere', 'https://example.com/a.png'],
  ])('%s has none', (_, src) => {
    expect(readImage(src)).toBeNull()
  })
})

describe('a text with pictures', () => {
  test('names them where they stood', () => {
    const { text, images } = takeImages(`before ${PNG} after ${GIF}`)
    expect(text).toBe('before [image 1: PNG, 640 × 480] after [image 2: GIF, 300 × 200]')
    expect(images.map(({ src }) => src)).toEqual([PNG, GIF])
  })

  test('keeps to the letter what is none', () => {
    const text = 'see data:image/png;base64,AAAA and data:image/'
    expect(takeImages(text)).toEqual({ text, images: [] })
  })
})
