/** Ctrl or Cmd with Enter submits a form from anywhere in it: in a text of many lines Enter is a line. */
import type { KeyboardEvent } from 'react'

export function submitOnCommandEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
