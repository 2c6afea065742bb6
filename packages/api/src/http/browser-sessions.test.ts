import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openHome, signOutBrowsers } from '../home/home'
import { freshFolder } from '../testing/world'
import { openBrowserSessions, SESSION_SECONDS } from './browser-sessions'

const scene = () => openHome(freshFolder()).browsers

describe('a browser that is signed in', () => {
  it('is known after a restart, by a value that the file does not hold', () => {
    const path = scene()
    const value = openBrowserSessions(path).begin()
    expect(openBrowserSessions(path).knows(value)).toBe(true)
    expect(readFileSync(path, 'utf8')).not.toContain(value)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('is not known by another value, by none, or by what the file holds', () => {
    const path = scene()
    const sessions = openBrowserSessions(path)
    const value = sessions.begin()
    const [{ hash }] = JSON.parse(readFileSync(path, 'utf8'))
    for (const other of ['', 'x', `${value}x`, value.slice(1), hash]) expect(sessions.knows(other)).toBe(false)
  })

  it('is forgotten when its time is over', () => {
    let now = 0
    const sessions = openBrowserSessions(scene(), () => now)
    const value = sessions.begin()
    now = SESSION_SECONDS * 1_000 - 1
    expect(sessions.knows(value)).toBe(true)
    now += 1
    expect(sessions.knows(value)).toBe(false)
  })

  it('is signed out of a server that runs, with all others', () => {
    const path = scene()
    const sessions = openBrowserSessions(path)
    const value = sessions.begin()
    expect(sessions.knows(value)).toBe(true)
    signOutBrowsers(dirname(path))
    expect(sessions.knows(value)).toBe(false)
    expect(sessions.knows(sessions.begin())).toBe(true)
  })

  it.each(['', '{', '{}', '[null, 1, {"hash":1,"until":2}]'])('is unknown where the file is %j', (text) => {
    const path = scene()
    const value = openBrowserSessions(path).begin()
    writeFileSync(path, text)
    expect(openBrowserSessions(path).knows(value)).toBe(false)
  })

  it('leaves only so many in the file', () => {
    const path = scene()
    const sessions = openBrowserSessions(path)
    const [first = '', ...others] = Array.from({ length: 101 }, () => sessions.begin())
    expect([sessions.knows(first), others.every(sessions.knows)]).toEqual([false, true])
  })
})
