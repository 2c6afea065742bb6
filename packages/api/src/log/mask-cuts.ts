/**
 * Secrets that a program's output was cut in the middle of: what was left of them on both sides of the place. Promises: looks at
 * such places only, so that nothing is taken for a part of a secret elsewhere.
 */

/** As the tools write it where they left something out. */
const PLACE = /(\n\[… \d+ bytes left out …\]\n)/
/** Shorter beginnings are those of any word. */
const LEAST_PART = 4
/** How tokens begin, up to the place. */
const BEGUN =
  /(?<![A-Za-z0-9_-])(?:sk-|gh[pousr]_|github_pat_|glpat-|xox[a-z]-|[sr]k_(?:live|test)_|whsec_|npm_|pypi-|AKIA|ASIA|AIza|ya29\.|GOCSPX-|hf_|SG\.|do[opr]_v1_|dckr_pat_|AGE-SECRET-KEY-|eyJ)[A-Za-z0-9_.-]{0,2000}$/

/** `values`: what is known to be secret. */
export function maskCuts(text: string, values: Iterable<string>, masked: (value?: string) => string): string {
  if (!text.includes(' bytes left out …]')) return text
  const known = [...values]
  const pieces = text.split(PLACE)
  return pieces
    .map((piece, index) => {
      if (index % 2 === 1) return piece
      const rest = index === 0 ? piece : withoutEnding(piece, known, masked)
      return index === pieces.length - 1 ? rest : withoutBeginning(rest, known, masked)
    })
    .join('')
}

/** Of a secret that ends behind the place, what begins at it. */
function withoutEnding(piece: string, values: readonly string[], masked: (value?: string) => string): string {
  for (const value of values)
    for (let length = value.length - 1; length >= LEAST_PART; length -= 1)
      if (piece.startsWith(value.slice(-length))) return masked(value) + piece.slice(length)
  return piece
}

/** Of a secret that begins before the place, what stands before it. */
function withoutBeginning(piece: string, values: readonly string[], masked: (value?: string) => string): string {
  for (const value of values)
    for (let length = value.length - 1; length >= LEAST_PART; length -= 1)
      if (piece.endsWith(value.slice(0, length))) return piece.slice(0, -length) + masked(value)
  const begun = BEGUN.exec(piece.slice(-2_100))?.[0].length ?? 0
  return begun === 0 ? piece : piece.slice(0, -begun) + masked()
}
