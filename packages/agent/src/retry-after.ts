/** How long a server asks to wait, from its headers. Null where it does not say it in a form that can be trusted. */
export function readRetryAfter(header: (name: string) => string | null | undefined, nowMs: number): number | null {
  const ms = header('retry-after-ms')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(ms)) return Number(ms)
  const value = header('retry-after')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  return readDate(value, nowMs)
}

/** Only the form that HTTP prescribes: `Date.parse` alone would take `0x10` or `1e3` for a year. A past date is now. */
function readDate(value: string, nowMs: number): number | null {
  if (!/^[A-Za-z]{3,9}, \d{1,2}[ -][A-Za-z]{3}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/.test(value)) return null
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}
