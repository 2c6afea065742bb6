/** After something was moved, the focus goes with it: whoever moves by keys moves on. */
export function followMoved(list: readonly (string | number)[], to: number): void {
  const { activeElement } = document
  const control = activeElement instanceof HTMLElement ? activeElement.dataset.control : undefined
  if (control === undefined) return
  const place = JSON.stringify([...list, to])
  requestAnimationFrame(() => {
    const card = [...document.querySelectorAll<HTMLElement>('[data-place]')].find((one) => one.dataset.place === place)
    const same = card?.querySelector<HTMLElement>(`[data-control="${CSS.escape(control)}"]`)
    // A way that ends there is not open any more.
    const other = card?.querySelector<HTMLElement>('[data-control]:not(:disabled)')
    const next = same?.matches(':disabled') === false ? same : other
    next?.focus()
  })
}
