/** Durations as people read them: `0 ms`, `0.3 ms`, `31 ms`, `2.4 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(ms: number): string {
  if (!(ms > 0)) return '0 ms'
  if (ms < 0.05) return '< 0.1 ms'
  if (ms < 9.95) return `${ms.toFixed(1)} ms`
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 3_600) return joined(Math.floor(seconds / 60), 'min', seconds % 60, 's')
  const minutes = Math.round(seconds / 60)
  return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
}

function joined(whole: number, unit: string, ...[rest, restUnit]: readonly [number, string]): string {
  return rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${restUnit}`
}
