/** A form that was sent and does not fit: the first field that is wrong, in view with its sentence, has the focus. */
export function focusFirstWrong(form: HTMLElement | null): void {
  // The sentences are drawn by then.
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus({ preventScroll: true })
    field?.parentElement?.scrollIntoView({ block: 'nearest' })
  })
}
