/** What a shell was told to run: `-c` text, a file, or what it is fed. */
export type ShellRuns =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'text'; readonly text: string; readonly positional: readonly string[] }
  | { readonly kind: 'stdin'; readonly positional: readonly string[] }
  | { readonly kind: 'file'; readonly file: string }

const LONG_VALUES = ['--rcfile', '--init-file', '--features', '--debug-output']
const STDIN_FILES = new Set(['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0', '-'])
const NOTHING: ShellRuns = { kind: 'nothing' }

export function shellRuns(args: readonly string[]): ShellRuns {
  let [takesText, takesStdin, at] = [false, false, 0]
  for (; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--' || arg === '-') {
      at += 1
      break
    }
    if (arg.startsWith('--command=')) return { kind: 'text', text: arg.slice('--command='.length), positional: [] }
    if (arg === '--help' || arg === '--version' || arg === '--no-execute') return NOTHING
    if (arg === '--command') takesText = true
    else if (LONG_VALUES.includes(arg)) at += 1
    else if (arg.startsWith('--')) continue
    else if (!/^[-+]/.test(arg)) break
    else {
      const letters = arg.slice(1)
      // Each `o` has its value among the next words.
      const values = args.slice(at + 1, at + 1 + letters.replace(/[^oO]/g, '').length)
      if (arg.startsWith('-') && (letters.includes('n') || values.includes('noexec'))) return NOTHING
      takesText ||= letters.includes('c')
      takesStdin ||= letters.includes('s')
      at += values.length
    }
  }
  return whatIsLeft(args.slice(at), takesText, takesStdin)
}

function whatIsLeft([first, ...rest]: readonly string[], takesText: boolean, takesStdin: boolean): ShellRuns {
  // The word after the text is `$0`.
  if (takesText) return first === undefined ? NOTHING : { kind: 'text', text: first, positional: rest.slice(1) }
  if (first === undefined) return { kind: 'stdin', positional: [] }
  if (takesStdin) return { kind: 'stdin', positional: [first, ...rest] }
  return STDIN_FILES.has(first) ? { kind: 'stdin', positional: rest } : { kind: 'file', file: first }
}

export function isStdin(file: string): boolean {
  return STDIN_FILES.has(file)
}
