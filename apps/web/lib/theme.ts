/**
 * The theme follows the system until a person picks the other one; picking the system's own again goes back to following.
 * `THEME_SCRIPT` says the same before the first paint.
 */
import { useSyncExternalStore } from 'react'

import { keepText, keptText } from './kept-text'
import { SYSTEM_LIGHT, THEME_KEY } from './theme-script'

export type Theme = 'dark' | 'light'

const listeners = new Set<() => void>()

function systemTheme(): Theme {
  return window.matchMedia(SYSTEM_LIGHT).matches ? 'light' : 'dark'
}

function currentTheme(): Theme {
  const picked = keptText(THEME_KEY)
  return picked === 'dark' || picked === 'light' ? picked : systemTheme()
}

function apply(): void {
  document.documentElement.dataset.theme = currentTheme()
  for (const listener of listeners) listener()
}

export function toggleTheme(): void {
  const next: Theme = currentTheme() === 'dark' ? 'light' : 'dark'
  keepText(THEME_KEY, next === systemTheme() ? null : next)
  apply()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const media = window.matchMedia(SYSTEM_LIGHT)
  media.addEventListener('change', apply)
  // Another tab picked a theme.
  window.addEventListener('storage', apply)
  return () => {
    listeners.delete(listener)
    media.removeEventListener('change', apply)
    window.removeEventListener('storage', apply)
  }
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'dark')
}
