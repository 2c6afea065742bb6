'use client'
/** Whether this browser tells of a question that waits in a tab that nobody sees. Off until the person switches it on; the browser has its own say. */
import { useSyncExternalStore } from 'react'
import { keepText, keptText } from '../../lib/kept-text'

const KEY = 'belay.notice'
const listeners = new Set<() => void>()

/** `blocked`: the browser shows none of this page. `absent`: it has none at all. */
export type NoticeState = 'on' | 'off' | 'blocked' | 'absent'

export function noticeState(): NoticeState {
  if (typeof Notification === 'undefined') return 'absent'
  if (Notification.permission === 'denied') return 'blocked'
  return keptText(KEY) === 'on' && Notification.permission === 'granted' ? 'on' : 'off'
}

/** The browser asks for its permission here and nowhere else. */
export async function switchNotice(): Promise<NoticeState> {
  const before = noticeState()
  if (before === 'off') {
    await Notification.requestPermission()
    keepText(KEY, 'on')
  } else keepText(KEY, null)
  for (const listener of listeners) listener()
  return noticeState()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function useNoticeState(): NoticeState {
  return useSyncExternalStore(subscribe, noticeState, () => 'off')
}
