/**
 * Where programs take a script for a shell among their words: `git submodule foreach 'rm x'`, `tmux new -d 'rm x'`. A
 * table, so that one can be added. Shells themselves, `su`, `ssh`, `watch` and `parallel` are read elsewhere.
 */
import { afterFlags } from './read-flags'
import type { Wrapper } from './starters'

type Args = readonly string[]

interface ScriptPlace {
  /** One of these is the first word that is no flag; absent: it stands wherever the program does. */
  readonly behind?: Args
  /** One of these comes behind that. */
  readonly further?: Args
  /** Flags whose value is a script. */
  readonly flags?: Args
  /** What is left behind the flags: one script of all words, a script in each word, or nothing. */
  readonly rest?: 'joined' | 'each'
  /** Its flags that take a value, so that those are no script. */
  readonly wrapper?: Wrapper
}

const TMUX_STARTS = ['new', 'new-session', 'neww', 'new-window', 'splitw', 'split-window', 'popup', 'display-popup']
const TMUX_STARTS_TOO = ['respawnp', 'respawn-pane', 'respawnw', 'respawn-window', 'run', 'run-shell', 'if', 'if-shell']
const FILTERS = [
  '--tree-filter',
  '--index-filter',
  '--env-filter',
  '--msg-filter',
  '--commit-filter',
  '--parent-filter',
]
const TERMINAL: readonly ScriptPlace[] = [{ flags: ['-e', '-x', '--command', '--execute'] }]

const TABLE: Readonly<Record<string, readonly ScriptPlace[]>> = {
  npx: [{ flags: ['-c', '--call'] }],
  npm: [{ behind: ['exec', 'x'], flags: ['-c', '--call'] }],
  pnpm: [{ behind: ['exec', 'dlx'], flags: ['-c', '--shell-mode'] }],
  git: [
    { behind: ['submodule'], further: ['foreach'], rest: 'joined' },
    { behind: ['bisect'], further: ['run'], rest: 'joined' },
    { behind: ['rebase'], flags: ['-x', '--exec'] },
    { behind: ['filter-branch'], flags: FILTERS },
    { behind: ['difftool'], flags: ['-x', '--extcmd'] },
  ],
  tmux: [
    { behind: [...TMUX_STARTS, ...TMUX_STARTS_TOO], rest: 'joined', wrapper: { values: 'sntxyceFhSTw' } },
    { behind: ['send', 'send-keys'], rest: 'each', wrapper: { values: 'tN' } },
  ],
  screen: [{ rest: 'joined', wrapper: { values: 'SscehpTtL' } }],
  concurrently: [{ rest: 'each', wrapper: { values: 'ncmpkt', longValues: ['--names', '--prefix-colors'] } }],
  hyperfine: [{ rest: 'each', wrapper: { values: 'wmMrpcsn' } }, { flags: ['-p', '--prepare', '-c', '--cleanup'] }],
  nodemon: [{ flags: ['-x', '--exec'] }],
  entr: [{ rest: 'joined', wrapper: { values: '' } }],
  'nix-shell': [{ flags: ['--run', '--command'] }],
  ...{ xterm: TERMINAL, konsole: TERMINAL, alacritty: TERMINAL, 'gnome-terminal': TERMINAL },
}

export function scriptsAmong(program: string, args: Args): Args {
  const places = Object.hasOwn(TABLE, program) ? (TABLE[program] ?? []) : []
  return places.flatMap((place) => scriptsAt(place, args))
}

function scriptsAt({ behind, further, flags = [], rest, wrapper }: ScriptPlace, args: Args): Args {
  const first = behind === undefined ? -1 : args.findIndex((arg) => behind.includes(arg))
  if (behind !== undefined && first < 0) return []
  const second = further === undefined ? first : args.findIndex((arg, at) => at > first && further.includes(arg))
  if (further !== undefined && second < 0) return []
  const own = args.slice(second + 1)
  const words = rest === undefined ? [] : afterFlags(own, wrapper ?? { values: '' })
  return [...ownValues(own, flags), ...(rest === 'joined' && words.length > 0 ? [words.join(' ')] : words)]
}

/** Of the program's own flags: behind its first word a flag is another's (`npx eslint -c file`). */
function ownValues(args: Args, flags: Args): Args {
  const values: string[] = []
  for (const [at, arg] of args.entries()) {
    if (arg === '--') break
    const before = args[at - 1] ?? ''
    if (!arg.startsWith('-') && !before.startsWith('-')) break
    if (flags.includes(arg)) values.push(args[at + 1] ?? '')
    const flag = flags.find((flag) => flag.startsWith('--') && arg.startsWith(`${flag}=`))
    if (flag !== undefined) values.push(arg.slice(flag.length + 1))
  }
  return values
}
