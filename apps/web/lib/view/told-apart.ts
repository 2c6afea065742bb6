/** Names as a list shows them: those that there are twice are told apart by their place among those of that name. */

export function toldApart(names: readonly string[]): readonly string[] {
  const totals = new Map<string, number>()
  for (const name of names) totals.set(name, (totals.get(name) ?? 0) + 1)
  const seen = new Map<string, number>()
  return names.map((name) => {
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return (totals.get(name) ?? 0) > 1 ? `${name} #${nth}` : name
  })
}
