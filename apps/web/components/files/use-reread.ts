'use client'
/** Asks again when somebody comes back to the page: they may have changed files in the meantime, in another window beside it. */
import { useEffect } from 'react'

export function useReread(reread: () => unknown): void {
  useEffect(() => {
    const again = () => void reread()
    window.addEventListener('focus', again)
    return () => window.removeEventListener('focus', again)
  }, [reread])
}
