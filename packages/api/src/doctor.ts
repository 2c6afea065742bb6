/** Looks at what Belay needs and says of each thing whether it is there. */
import { statSync } from 'node:fs'
import type { Database } from '@belay/db'
import type { HookLibrary } from '@belay/host'
import type { AttachedTrouble } from './contract/hook-files'
import { type Home, readServerNote } from './home/home'
import { attachedTroubles } from './hooks/attached-troubles'
import type { DoctorLine, ModelChoice } from './operations'

export interface DoctorParts {
  readonly home: Home
  readonly db: Database
  readonly library: HookLibrary
  readonly models: () => readonly ModelChoice[]
  /** What is wrong in `hooks.json`, each in a sentence. */
  readonly commands: () => readonly string[]
  /** Extensions that can't be had, with why. */
  readonly brokenExtensions: ReadonlyMap<string, string>
}

export async function examine({
  home,
  db,
  library,
  models,
  commands,
  brokenExtensions,
}: DoctorParts): Promise<readonly DoctorLine[]> {
  return [
    { name: 'node', ok: true, text: `${process.version} on ${process.platform} ${process.arch}` },
    privateFolder(home.root),
    database(db),
    server(home),
    await hooks(library),
    await attached(db, library),
    lines('hooks.json', commands(), 'nothing wrong'),
    lines(
      'extensions',
      [...brokenExtensions].map(([name, why]) => `${name}: ${why}`),
      'all can be used',
    ),
    { name: 'models', ok: models().length > 0, text: list(models().map((model) => model.id)) },
  ]
}

function privateFolder(root: string): DoctorLine {
  const mode = statSync(root).mode & 0o777
  const shut = (mode & 0o077) === 0
  const text = shut
    ? `${root}, for its owner alone`
    : `${root} is open to others (mode ${mode.toString(8)}): chmod 700 ${root}`
  return { name: 'home', ok: shut, text }
}

function database(db: Database): DoctorLine {
  const { file, wal } = db.size()
  return { name: 'database', ok: true, text: `${db.path}, ${megabytes(file)} and ${megabytes(wal)} of write-ahead log` }
}

function server(home: Home): DoctorLine {
  const note = readServerNote(home.server)
  return { name: 'server', ok: true, text: note?.url ?? 'none runs on this home; this command opened it for itself' }
}

const RUNS_ON = ' (its last good version runs)'

async function hooks(library: HookLibrary): Promise<DoctorLine> {
  const all = await library.list()
  const broken = all.filter((hook) => hook.error !== null)
  const programs = (await library.programs()).flatMap(({ problems }) => problems)
  const wrong = [
    ...broken.map(({ slug, version, error }) => `${slug}: ${error?.message}${version === null ? '' : RUNS_ON}`),
    ...programs.map(
      ({ file, line, message }) => `${[file, line].filter((part) => part !== null).join(':')}: ${message}`,
    ),
  ]
  return { name: 'hooks', ok: wrong.length === 0, text: wrong.length === 0 ? `${all.length} load` : wrong.join('; ') }
}

/** Hooks on sessions whose file does not load, or does not take their parameters or points any more. */
async function attached(db: Database, library: HookLibrary): Promise<DoctorLine> {
  const troubles = await attachedTroubles({ db, library })
  return lines('attached hooks', troubles.map(troubleText), 'all run')
}

function troubleText({ name, title, message }: AttachedTrouble): string {
  return `${name} in “${title}”: ${message}`
}

function lines(name: string, wrong: readonly string[], fine: string): DoctorLine {
  return { name, ok: wrong.length === 0, text: wrong.length === 0 ? fine : wrong.join('; ') }
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ')
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}
