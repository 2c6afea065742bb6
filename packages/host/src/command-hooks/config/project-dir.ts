/**
 * `$CLAUDE_PROJECT_DIR` in a shell line, where it stands without quotes: the shell then splits the path at its white
 * space and runs whatever is called like the first piece. Reads quotes, `$( )` and assignments as the shell does.
 */

export interface ProjectDirProblem {
  readonly kind: 'bare' | 'single'
  /** As the person wrote it, such as `${CLAUDE_PROJECT_DIR}`. */
  readonly written: string
  /** The whole line as it should be; null where that is not for a machine to say. */
  readonly fixed: string | null
}

const VARIABLE = /\$(?:(?:CLAUDE|BELAY)_PROJECT_DIR\b|\{(?:CLAUDE|BELAY)_PROJECT_DIR[^}]*\})/y

export function projectDirProblem(line: string): ProjectDirProblem | null {
  const bare: { readonly at: number; readonly written: string }[] = []
  const single = scan(line, (at, written) => bare.push({ at, written }))
  const [first] = bare
  if (first === undefined) return single === null ? null : { kind: 'single', written: single, fixed: null }
  let fixed = line
  for (const { at, written } of bare.toReversed()) {
    fixed = `${fixed.slice(0, at)}"${written}"${fixed.slice(at + written.length)}`
  }
  return { kind: 'bare', written: first.written, fixed }
}

/** A path that begins with it, to the letter. */
const LITERAL = /^'\$(?:(?:CLAUDE|BELAY)_PROJECT_DIR\b|\{(?:CLAUDE|BELAY)_PROJECT_DIR[^}]*\})/

/** `sh -c '…'`: the inner shell replaces it. */
function isForShell(before: string): boolean {
  return /\s-\w*c\s*$/.test(before)
}

type Context = 'plain' | 'double'

/** Returns the variable as it stands in single quotes, where nothing replaces it; or null. */
function scan(line: string, bare: (at: number, written: string) => void): string | null {
  const outer: Context[] = []
  let context: Context = 'plain'
  let wordAt = 0
  let single: string | null = null
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] ?? ''
    VARIABLE.lastIndex = at
    const written = VARIABLE.exec(line)?.[0]
    if (letter === '\\') at += 1
    else if (letter === "'" && context === 'plain') {
      const end = endOf(line, at)
      single ??= isForShell(line.slice(0, at)) ? null : (LITERAL.exec(line.slice(at, end))?.[0].slice(1) ?? null)
      at = end
    } else if (letter === '"') context = context === 'double' ? 'plain' : 'double'
    else if (written !== undefined) {
      if (context === 'plain' && !/^\w+=/.test(line.slice(wordAt, at))) bare(at, written)
      at += written.length - 1
    } else if (letter === '$' && line[at + 1] === '(') {
      outer.push(context)
      context = 'plain'
      at += 1
      wordAt = at + 1
    } else if (letter === ')' && context === 'plain' && outer.length > 0) context = outer.pop() ?? 'plain'
    else if (context === 'plain' && /[\s;&|()<>]/.test(letter)) wordAt = at + 1
  }
  return single
}

function endOf(line: string, at: number): number {
  const end = line.indexOf("'", at + 1)
  return end < 0 ? line.length : end
}
