/** The environment of programs that a model starts: everything of ours but what opens a door. */

/** Keys of providers and other secrets by the names that they go by; a program that needs one is given it by name. */
const SECRET_NAMES = [/_API_KEY$/i, /_TOKEN$/i, /_SECRET/i, /_PASSWORD$/i, /^BELAY_TOKEN$/i]

/** What npm and the server put there for this process: a program of the person's would be another one with them. */
const OURS = [/^npm_/i, /^INIT_CWD$/, /^TURBOPACK$/, /^__NEXT_/, /^NEXT_(?:TELEMETRY_DISABLED|RUNTIME)$/, /^NODE_ENV$/]
/** npm puts the programs of this checkout, and of every folder above it, before all others. */
const NPM_PATH = /\/node_modules\/\.bin$|\/node-gyp-bin$/

/** `NODE_ENV` as it was before the server set it is in `BELAY_NODE_ENV`. */
export function programEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  given: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { ...kept(withoutOurs(own)), ...given }
}

function withoutOurs(own: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> {
  const { BELAY_NODE_ENV: before, ...rest } = own
  const isOurs = (name: string) => OURS.some((pattern) => pattern.test(name))
  const theirs = Object.fromEntries(Object.entries(rest).filter(([name]) => !isOurs(name)))
  const nodeEnv = before ?? (own.TURBOPACK === undefined ? own.NODE_ENV : undefined)
  const byNpm = own.npm_execpath !== undefined || own.npm_lifecycle_event !== undefined
  return {
    ...theirs,
    ...(nodeEnv === undefined || nodeEnv === '' ? {} : { NODE_ENV: nodeEnv }),
    ...(byNpm && own.PATH !== undefined ? { PATH: withoutNpmPath(own.PATH) } : {}),
  }
}

function withoutNpmPath(path: string): string {
  return path
    .split(':')
    .filter((folder) => !NPM_PATH.test(folder))
    .join(':')
}

function kept(own: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(own).filter(([name]) => !SECRET_NAMES.some((pattern) => pattern.test(name)))
  const texts = kept.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]))
  return Object.fromEntries(texts)
}
