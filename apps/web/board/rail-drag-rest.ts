/** What a browser makes of the end of a drag, once there is nothing left to drag. */

/**
 * The click or menu that a browser makes of the end of a drag means nothing. After a drop it comes in the same task or not
 * at all; after an abort the buttons are still down, and it may come until they are not.
 */
export function swallowRest(isDown: boolean): void {
  const swallowing = new AbortController()
  const heard = { capture: true, signal: swallowing.signal } as const
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const stopSoon = () => setTimeout(() => swallowing.abort(), 0)
  window.addEventListener('click', swallow, heard)
  window.addEventListener('contextmenu', swallow, heard)
  if (!isDown) {
    stopSoon()
    return
  }
  window.addEventListener('pointerup', (event) => event.buttons === 0 && stopSoon(), heard)
  window.addEventListener('pointercancel', stopSoon, heard)
  // Whatever was down is up by then, wherever that was.
  window.addEventListener('pointerdown', () => swallowing.abort(), heard)
}
