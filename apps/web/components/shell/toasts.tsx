'use client'
import { X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Toaster } from 'sonner'
import { MEDIUM, useMedia } from '../../lib/use-media'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import styles from './toasts.module.css'

/** Long enough to read two sentences twice. */
const SHOWN_MS = 8_000

/** Of the toaster's own, which centres by it. */
const TOASTER: CSSProperties & { readonly '--width': string } = { '--width': 'min(440px, calc(100vw - 32px))' }

export function Toasts() {
  const isMedium = useMedia(MEDIUM)
  return (
    <Toaster
      className={styles.toaster}
      // In the middle of the window above the status bar, where the end of the timeline is; where the conversation is as wide
      // as the window, above it: no button of a dialog, of the rail or of the composer is there.
      position={isMedium ? 'bottom-center' : 'top-center'}
      offset={{ top: 104, bottom: 'var(--toasts-bottom)' }}
      mobileOffset={{ top: 104 }}
      style={TOASTER}
      gap={8}
      closeButton
      icons={{ error: <VerdictGlyph mark="failed" label="" />, close: <X size={14} /> }}
      toastOptions={{
        duration: SHOWN_MS,
        unstyled: true,
        classNames: { toast: styles.toast, title: styles.title, icon: styles.icon, closeButton: styles.close },
      }}
    />
  )
}
