'use client'
/** Whether this browser tells of a question that waits in a tab that nobody sees. Off until the person switches it on; the browser has its own say. */
import { keptSetting } from '../../lib/kept-setting'

/** `blocked`: the browser shows none of this page. `absent`: it has none at all. */
export type NoticeState = 'on' | 'off' | 'blocked' | 'absent'

const setting = keptSetting<NoticeState>('belay.notice', (text) => {
  if (typeof Notification === 'undefined') return 'absent'
  if (Notification.permission === 'denied') return 'blocked'
  return text === 'on' && Notification.permission === 'granted' ? 'on' : 'off'
})

export const noticeState = setting.get

/** The browser asks for its permission here and nowhere else. */
export async function switchNotice(): Promise<void> {
  if (noticeState() !== 'off') return setting.keep(null)
  await Notification.requestPermission()
  setting.keep('on')
}

export function useNoticeState(): NoticeState {
  return setting.use('off')
}
