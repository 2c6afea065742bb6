/**
 * Pictures that a text carries within itself (`data:image/…;base64,…`). Promises: a picture is told with its size, read off its
 * own header, so that its room is known before it is drawn; what is none by its header stays text. Nothing is fetched.
 */
import { disableTypes, imageSize, types } from 'image-size'

const KINDS = { png: 'PNG', jpg: 'JPEG', gif: 'GIF', webp: 'WebP' } as const

export interface DataImage {
  readonly src: string
  readonly kind: (typeof KINDS)[keyof typeof KINDS]
  readonly width: number
  readonly height: number
}

/** Longer ones stay text, which folds. */
const MOST_CHARS = 8_000_000
/** A JPEG may carry a thumbnail and a profile ahead of its size. */
const HEADER_BYTES = 192 * 1024
/** Beyond this a header is a bomb rather than a picture. */
const MOST_SIDE = 16_384

const ADDRESS = /data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}/g

// What is never shown is never parsed.
disableTypes(types.filter((type) => !isShown(type)))

export interface WithImages {
  /** The text with `[image 1: PNG, 640 × 480]` in the place of each. */
  readonly text: string
  readonly images: readonly DataImage[]
}

export function takeImages(text: string): WithImages {
  if (!text.includes('data:image/')) return { text, images: [] }
  const images: DataImage[] = []
  const rest = text.replace(ADDRESS, (src) => {
    const image = readImage(src)
    if (image === null) return src
    images.push(image)
    return `[image ${images.length}: ${image.kind}, ${image.width} × ${image.height}]`
  })
  return { text: rest, images }
}

/** Null where it is no picture that can be shown. */
export function readImage(src: string): DataImage | null {
  const comma = src.indexOf(',')
  if (!src.startsWith('data:image/') || comma < 0 || src.length > MOST_CHARS) return null
  try {
    const base64 = src.slice(comma + 1, comma + 1 + Math.ceil(HEADER_BYTES / 3) * 4)
    const { type, width, height, orientation = 1 } = imageSize(bytesOf(base64))
    if (!isShown(type) || !isSide(width) || !isSide(height)) return null
    // A camera that was held upright (EXIF, 5 to 8): it is drawn turned by a quarter.
    const sides = orientation > 4 ? { width: height, height: width } : { width, height }
    return { src, kind: KINDS[type], ...sides }
  } catch {
    // Not base64, or no picture: it is shown as text.
    return null
  }
}

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64.slice(0, base64.length - (base64.length % 4)))
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}

function isShown(type: string | undefined): type is keyof typeof KINDS {
  return type !== undefined && type in KINDS
}

function isSide(pixels: number): boolean {
  return pixels > 0 && pixels <= MOST_SIDE
}
