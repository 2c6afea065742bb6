import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder, openTest } from '../testing/world'
import { openHome } from './home'

describe('the token of a home', () => {
  it('is made once, for its owner alone', () => {
    const root = freshFolder()
    const { token } = openHome(root)
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(openHome(root).token).toBe(token)
    expect(statSync(join(root, 'token')).mode & 0o777).toBe(0o600)
    expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it.each([
    ['empty', ''],
    ['blank', ' \n'],
    ['short', 'a'.repeat(31)],
    ['of other characters', `${'a'.repeat(40)};`],
    ['of two lines', `${'a'.repeat(40)}\n${'b'.repeat(40)}`],
    ['bytes', '\0'.repeat(64)],
  ])('that is %s is replaced, and that is said', (_, text) => {
    const root = freshFolder()
    writeFileSync(join(root, 'token'), text)
    const told: string[] = []
    const { token } = openHome(root, (line) => told.push(line))
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(readFileSync(join(root, 'token'), 'utf8').trim()).toBe(token)
    expect(told).toEqual([expect.stringContaining('It was replaced by a fresh one.')])
    expect(openHome(root).token).toBe(token)
  })
})

describe('a database that is none', () => {
  it('is refused in one sentence and stays as it is', async () => {
    const root = freshFolder()
    const file = join(root, 'belay.db')
    writeFileSync(file, 'no database, but a text that is long enough to be read as the head of one. '.repeat(20))
    const before = readFileSync(file)
    await expect(openTest({ home: root })).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringContaining(`${file} is not a database of Belay; it was not changed.`),
    })
    expect(readFileSync(file).equals(before)).toBe(true)
    expect([`${file}-wal`, `${file}-shm`, join(root, 'server.json')].some((path) => existsSync(path))).toBe(false)
  })
})
