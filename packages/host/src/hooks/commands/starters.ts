/** Programs by what they do with their arguments: start another one, give them to a shell, or only read them. */

/** Which flags take a value, how many words stand before the program, and with which flags it starts nothing. */
export interface Wrapper {
  readonly values: string
  readonly longValues?: readonly string[]
  readonly operands?: number
  /** Letters and long names with which it only says something. */
  readonly startsNothing?: readonly string[]
  /** Flags with the folder in which the program is started. */
  readonly folders?: readonly string[]
  /** Flags with a file that it writes itself. */
  readonly writes?: readonly string[]
  /** Flags with a file that it reads itself. */
  readonly reads?: readonly string[]
}

const SUDO_VALUES = [
  '--user',
  '--group',
  '--host',
  '--prompt',
  '--chdir',
  '--chroot',
  '--command-timeout',
  '--close-from',
]

export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  sudo: {
    values: 'ughpCDRTUrt',
    longValues: [...SUDO_VALUES, '--other-user', '--role', '--type'],
    startsNothing: ['l', 'V', 'e', '--list', '--edit'],
    folders: ['-D', '--chdir', '-R', '--chroot'],
  },
  doas: { values: 'uC' },
  pkexec: { values: 'u', longValues: ['--user'] },
  nice: { values: 'n', longValues: ['--adjustment'] },
  ionice: { values: 'cnpPu', longValues: ['--class', '--classdata'] },
  chrt: { values: 'TPD', operands: 1 },
  taskset: { values: '', operands: 1 },
  setpriv: { values: '', longValues: ['--ruid', '--euid', '--rgid', '--egid', '--reuid', '--regid', '--groups'] },
  unshare: {
    values: 'RwSG',
    longValues: ['--root', '--wd', '--setuid', '--setgid', '--map-user', '--map-group'],
    folders: ['-w', '--wd', '-R', '--root'],
  },
  nsenter: { values: 'tSG', longValues: ['--target', '--setuid', '--setgid'], folders: ['-w', '--wd', '-r', '--root'] },
  nohup: { values: '' },
  setsid: { values: '' },
  strace: { values: 'abeIoOpPsSuUX', longValues: ['--output', '--attach', '--trace'], writes: ['-o', '--output'] },
  ltrace: { values: 'aADeFlnopsuwx', writes: ['-o', '--output'] },
  stdbuf: { values: 'ioe', longValues: ['--input', '--output', '--error'] },
  timeout: { values: 'sk', longValues: ['--signal', '--kill-after'], operands: 1 },
  time: { values: 'fo', longValues: ['--format', '--output'], writes: ['-o', '--output'] },
  chroot: { values: '', longValues: ['--userspec', '--groups'], operands: 1 },
  command: { values: '', startsNothing: ['v', 'V'] },
  coproc: { values: '' },
  builtin: { values: '' },
  exec: { values: 'a' },
  busybox: { values: '' },
  toybox: { values: '' },
  caffeinate: { values: 'tw' },
  npx: { values: 'pc', longValues: ['--package', '--prefix'], folders: ['--prefix'] },
}

export const ENV: Wrapper = { values: 'uC', longValues: ['--unset', '--chdir'], folders: ['-C', '--chdir'] }
export const SSH: Wrapper = { values: 'bcDEeFIiJLlmOopQRSWw' }
export const WATCH: Wrapper = { values: 'nq', longValues: ['--interval', '--equexit'] }
export const PARALLEL: Wrapper = {
  values: 'jnISa',
  longValues: ['--jobs', '--max-args', '--sshlogin', '--workdir', '--wd', '--arg-file', '--results', '--joblog'],
  folders: ['--workdir', '--wd'],
  writes: ['--results', '--joblog'],
  reads: ['-a', '--arg-file'],
}
export const FLOCK: Wrapper = { values: 'wE', longValues: ['--wait', '--timeout', '--conflict-exit-code'], operands: 1 }
export const RUNUSER: Wrapper = { values: 'ugGsw', longValues: ['--user', '--group', '--supp-group', '--shell'] }
export const XARGS: Wrapper = {
  values: 'nILPsdEa',
  longValues: ['--max-args', '--max-lines', '--max-procs', '--max-chars', '--delimiter', '--arg-file'],
  reads: ['-a', '--arg-file'],
}

export const SHELLS = new Set([
  'sh',
  'bash',
  'dash',
  'ash',
  'zsh',
  'ksh',
  'mksh',
  'fish',
  'csh',
  'tcsh',
  'rbash',
  'yash',
])

/** Words that may stand before a command in a script. */
export const RESERVED = new Set(['then', 'do', 'else', 'elif', 'if', 'while', 'until', '!', '{', '}'])

/** What is read, searched, said, built or run in another language is not what a shell would run. */
const READERS = [
  ...['echo', 'printf', 'grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack', 'sed', 'awk', 'gawk', 'mawk', 'jq', 'yq'],
  ...['cat', 'less', 'more', 'head', 'tail', 'tac', 'nl', 'wc', 'sort', 'uniq', 'cut', 'paste', 'tr', 'column', 'rev'],
  ...['man', 'info', 'apropos', 'whatis', 'which', 'whereis', 'type', 'hash', 'help', 'tldr', 'alias', 'unalias'],
  ...['ls', 'dir', 'tree', 'stat', 'file', 'du', 'df', 'diff', 'cmp', 'comm', 'basename', 'dirname', 'realpath'],
  ...['touch', 'mkdir', 'rmdir', 'cp', 'mv', 'ln', 'install', 'chmod', 'chown', 'chgrp', 'cd', 'pushd', 'popd', 'tee'],
  ...['rm', 'unlink', 'shred', 'tar', 'zip', 'unzip', 'rsync', 'scp', 'curl', 'wget', 'test', '[', '[[', ':', 'true'],
  ...[
    'for',
    'select',
    'case',
    'esac',
    'fi',
    'done',
    'export',
    'declare',
    'local',
    'readonly',
    'typeset',
    'unset',
    'set',
  ],
  ...[
    'read',
    'return',
    'exit',
    'kill',
    'pkill',
    'killall',
    'pgrep',
    'ps',
    'date',
    'seq',
    'sleep',
    'gcc',
    'clang',
    'cc',
  ],
  ...['node', 'python', 'python2', 'python3', 'ruby', 'perl', 'php', 'lua', 'tsx', 'tsc', 'eslint', 'mail', 'logger'],
  ...[
    'gh',
    'svn',
    'hg',
    'aws',
    'gsutil',
    'gcloud',
    'terraform',
    'dvc',
    'ipfs',
    'vi',
    'vim',
    'nvim',
    'nano',
    'emacs',
    'code',
  ],
]

/** Package managers, finders and runners of tests, whose words are names of packages, files and tests. */
const NAMERS = [
  ...['apt', 'apt-get', 'apt-cache', 'aptitude', 'dpkg', 'dnf', 'yum', 'rpm', 'zypper', 'pacman', 'yay', 'apk', 'snap'],
  ...['brew', 'port', 'flatpak', 'pip', 'pip3', 'gem', 'composer', 'winget', 'choco', 'scoop', 'nix-env', 'cpan'],
  ...['fd', 'fdfind', 'locate', 'bat', 'eza', 'exa', 'cheat', 'jest', 'vitest', 'pytest', 'mocha', 'notify-send'],
]

/** Programs whose arguments are their own, but for these words among the first, after which a program stands. */
const BY_FIRST_WORDS: Readonly<Record<string, readonly string[]>> = {
  git: ['bisect', 'submodule'],
  cargo: ['run'],
  conda: ['run'],
  go: ['run'],
  pipx: ['run'],
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx'],
  docker: ['exec', 'run'],
  podman: ['exec', 'run'],
  nerdctl: ['exec', 'run'],
}

const OWN_ARGUMENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ...[...READERS, ...NAMERS].map((name) => [name, []] as const),
  ...Object.entries(BY_FIRST_WORDS),
])
/** `docker compose exec` starts one as `docker exec` does. */
const GROUPS = ['compose', 'container']

/** Whether none of the arguments is a command. Of a program that is not known, any may be. */
export function keepsArguments(program: string, args: readonly string[]): boolean {
  const starts = OWN_ARGUMENTS.get(program)
  if (starts === undefined) return false
  if (starts.length === 0) return true
  const [first = '', ...rest] = args.filter((arg) => !arg.startsWith('-'))
  return !(starts.includes(first) || (GROUPS.includes(first) && rest.some((word) => starts.includes(word))))
}

export function isStarter(program: string): boolean {
  return SHELLS.has(program) || Object.hasOwn(WRAPPERS, program) || program === 'env' || program === 'su'
}
