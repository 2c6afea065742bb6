'use client'
import { X } from 'lucide-react'
import { Toaster } from 'sonner'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import styles from './toasts.module.css'

/** Long enough to read two sentences twice. */
const SHOWN_MS = 8_000

export function Toasts() {
  return (
    <Toaster
      // Below the top bar, above what is written: no button of a dialog or of the composer is there.
      position="top-center"
      offset={56}
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
