'use client'
/** A picture that a text carries within itself: its room is known before it is drawn, and a click shows it large. */
import { useState } from 'react'
import type { DataImage } from '../../lib/view/data-image'
import { Dialog } from '../ui/dialog'
import styles from './picture.module.css'
import { useTabStop } from './row-scope'

/** A row is no gallery. */
const MOST_HEIGHT = 240
const LARGE = 1_200

export function Picture({ image, alt }: { readonly image: DataImage; readonly alt: string }) {
  const [open, setOpen] = useState(false)
  const tabIndex = useTabStop()
  const { src, kind, width, height } = image
  const said = alt === '' ? `${kind} image, ${width} × ${height}` : alt
  const shown = Math.min(width, Math.round((width * MOST_HEIGHT) / height))
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        style={{ width: shown, aspectRatio: `${width} / ${height}` }}
        tabIndex={tabIndex}
        aria-label={`Enlarge: ${said}`}
        onClick={() => setOpen(true)}
      >
        {/* biome-ignore lint/performance/noImgElement: it is in the text already, nothing is fetched */}
        <img src={src} alt={said} width={width} height={height} decoding="async" />
      </button>
      <Dialog open={open} onOpenChange={setOpen} title={said} width={Math.max(320, Math.min(LARGE, width + 60))}>
        {/* biome-ignore lint/performance/noImgElement: as above */}
        <img className={styles.large} src={src} alt={said} width={width} height={height} />
      </Dialog>
    </>
  )
}

export function Pictures({ images }: { readonly images: readonly DataImage[] }) {
  if (images.length === 0) return null
  return (
    <div className={styles.pictures}>
      {images.map((image, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pictures have no other name than their place
        <Picture key={at} image={image} alt={`Image ${at + 1}: ${image.kind}, ${image.width} × ${image.height}`} />
      ))}
    </div>
  )
}
