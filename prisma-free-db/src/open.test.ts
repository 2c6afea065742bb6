import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openDatabase } from './database'
import { migrationsFolder } from './migrations'
import { describeNativeFailure } from './native'
import { addSession, freshFolder, freshStore, notice, SESSION } from './testing/store'

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** The migrations of a Belay that is one step ahead of this one. */
function newerMigrations(): string {
  const folder = join(freshFolder(), 'migrations')
  cpSync(migrationsFolder(), folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag: '9999_ahead' })
  writeFileSync(path, JSON.stringify(journal))
  writeFileSync(join(folder, '9999_ahead.sql'), 'ALTER TABLE sessions ADD COLUMN ahead text;')
  return folder
}

describe('opening', () => {
  it('refuses a database of a newer version with one sentence and leaves it as it is', () => {
    const home = freshFolder()
    const path = join(home, 'belay.db')
    openDatabase({ path, log: () => undefined, migrations: newerMigrations() }).close()
    const before = { hash: hashOf(path), files: readdirSync(home) }
    expect(() => freshStore(path)).toThrow(/written by a newer version of Belay; it was not touched/)
    expect({ hash: hashOf(path), files: readdirSync(home) }).toEqual(before)
  })

  it('copies an older database before it brings it up to date, and says so', () => {
    const home = freshFolder()
    const path = join(home, 'belay.db')
    const old = freshStore(path)
    addSession(old)
    old.close()
    const lines: string[] = []
    const store = openDatabase({ path, log: (line) => lines.push(line), migrations: newerMigrations() })
    expect(store.session(SESSION)).not.toBeNull()
    store.close()
    const copy = readdirSync(home).find((name) => name.startsWith('belay.db.before-9999_ahead'))
    expect(copy).toBeDefined()
    expect(lines.join('\n')).toContain(String(copy))
    const kept = freshStore(join(home, String(copy)))
    expect(kept.session(SESSION)).not.toBeNull()
    kept.close()
  })

  it('says nothing and copies nothing when there is nothing to do', () => {
    const home = freshFolder()
    const path = join(home, 'belay.db')
    const lines: string[] = []
    for (let i = 0; i < 2; i += 1) openDatabase({ path, log: (line) => lines.push(line) }).close()
    expect(lines).toEqual([])
    expect(readdirSync(home)).toEqual(['belay.db'])
  })
})

describe('a native module that does not load (85-native-module-abi-mismatch)', () => {
  const preload = fileURLToPath(new URL('../fixtures/fake-binding.cjs', import.meta.url))
  const tsx = createRequire(import.meta.url).resolve('tsx')
  const source = fileURLToPath(new URL('./index.ts', import.meta.url))

  it('is told with both module versions and the repair', () => {
    const script = `import(${JSON.stringify(source)}).then(({ openDatabase }) => openDatabase({ path: 'x.db', log() {} })).catch((e) => { console.log(e.name + ': ' + e.message); process.exit(1) })`
    const run = spawnSync(process.execPath, ['-r', preload, '--import', tsx, '-e', script], {
      cwd: freshFolder(),
      env: { ...process.env, NODE_PATH: '' },
      encoding: 'utf8',
    })
    expect(run.stdout).toMatch(/NativeModuleError: .*127.*137.*`npm rebuild better-sqlite3`/)
    expect(run.status).toBe(1)
  })

  it('is told also where no version is known', () => {
    const text = describeNativeFailure(new Error('Could not locate the bindings file. Tried:\n → /a'))
    expect(text).toContain('Could not locate the bindings file')
    expect(text).toContain(`module version ${process.versions.modules}`)
    expect(text).toContain('`npm rebuild better-sqlite3`')
  })
})

describe('another writer (73-sqlite-busy)', () => {
  it('is waited for: nothing is lost and nobody sees a lock error', () => {
    const path = join(freshFolder(), 'belay.db')
    const store = freshStore(path)
    addSession(store)
    const holder = holdLock(path, 400)
    for (let seq = 2; seq <= 200; seq += 1) store.append(SESSION, [notice(seq)])
    expect(store.eventsAfter(SESSION, 0, 1000)).toHaveLength(200)
    store.close()
    holder.kill()
  })
})

/** A process that holds the write lock; it has it when this returns. */
function holdLock(path: string, ms: number) {
  const script = `const D = require('better-sqlite3'); const d = new D(${JSON.stringify(path)}); d.exec('BEGIN IMMEDIATE'); require('fs').writeFileSync(${JSON.stringify(`${path}.held`)}, ''); setTimeout(() => { d.exec('COMMIT') }, ${ms})`
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const child = spawn(process.execPath, ['-e', script], { cwd, stdio: 'inherit' })
  execFileSync('sh', ['-c', `until [ -e '${path}.held' ]; do sleep 0.01; done`], { timeout: 10_000 })
  return child
}
