import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../testing/fresh-folder'
import { createCredentials } from './credentials'

function fresh(environment: NodeJS.ProcessEnv = {}) {
  const home = freshFolder()
  const changes: string[] = []
  const credentials = createCredentials({ home, environment, onChange: () => changes.push('changed') })
  return { home, file: join(home, 'credentials.json'), credentials, changes }
}

describe('keys of providers', () => {
  test('are kept in a file for its owner alone, beside what else stands there', () => {
    const { file, credentials } = fresh()
    writeFileSync(file, '{ "other": { "apiKey": "k-other", "note": "mine" } }', { mode: 0o644 })
    expect(credentials.set('anthropic', 'k-1')).toEqual({ ok: true })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      other: { apiKey: 'k-other', note: 'mine' },
      anthropic: { apiKey: 'k-1' },
    })
    expect(credentials.stored()).toEqual(['other', 'anthropic'])
  })

  test('come from the file before they come from the environment', () => {
    const { credentials } = fresh({ OPENAI_API_KEY: ' from env ', GOOGLE_API_KEY: 'g' })
    expect(credentials.find('openai')).toEqual({ key: 'from env', variable: 'OPENAI_API_KEY' })
    expect(credentials.find('google')).toEqual({ key: 'g', variable: 'GOOGLE_API_KEY' })
    expect(credentials.find('anthropic')).toBeNull()
    credentials.set('openai', 'own')
    expect(credentials.find('openai')).toEqual({ key: 'own', variable: null })
    expect(credentials.remove('openai')).toEqual({ ok: true, had: true })
    expect(credentials.find('openai')?.variable).toBe('OPENAI_API_KEY')
    expect(credentials.remove('openai')).toEqual({ ok: true, had: false })
  })

  test.each(['constructor', 'toString', 'lab'])('of `%s`, which nobody set, are none', (name) => {
    expect(fresh().credentials.find(name)).toBeNull()
  })

  test('that another hand changed are heard of, so that they are masked', () => {
    const { file, credentials, changes } = fresh()
    expect(credentials.secrets()).toEqual(new Map())
    writeFileSync(file, '{ "anthropic": { "apiKey": "k-2" } }')
    expect(credentials.find('anthropic')?.key).toBe('k-2')
    expect(changes).toHaveLength(1)
    expect(credentials.secrets()).toEqual(new Map([['k-2', 'key of anthropic']]))
    expect(changes).toHaveLength(1)
  })

  test.each([
    ['is no JSON', (file: string) => writeFileSync(file, '{ "anthropic": { "apiKey": "k-canary" ')],
    ['holds no object', (file: string) => writeFileSync(file, '["k-canary"]')],
    ['is a folder', (file: string) => mkdirSync(file)],
  ])('a file that %s is said to be, shows nothing of itself and is not written over', (_, spoil) => {
    const { file, credentials } = fresh()
    spoil(file)
    const problem = credentials.problem() ?? ''
    expect(problem).toContain('credentials.json')
    expect(problem).not.toContain('canary')
    expect(credentials.find('anthropic')).toBeNull()
    const before = existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8') : null
    expect(credentials.set('anthropic', 'k')).toMatchObject({ ok: false })
    if (before !== null) expect(readFileSync(file, 'utf8')).toBe(before)
  })

  test('a link in the place of the draft is not followed', () => {
    const { home, file, credentials } = fresh()
    const elsewhere = join(freshFolder(), 'elsewhere')
    symlinkSync(elsewhere, `${file}.${process.pid}.tmp`)
    credentials.set('anthropic', 'k')
    expect(existsSync(elsewhere)).toBe(false)
    expect(existsSync(join(home, 'credentials.json'))).toBe(true)
  })
})
