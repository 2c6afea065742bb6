import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openServerLog } from './server-log'

const folder = mkdtempSync(join(tmpdir(), 'belay-log-'))
const path = join(folder, 'server.log')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("the server's log", () => {
  it('is set aside while the server runs, and never more than two files of bounded size', () => {
    const log = openServerLog(path, 1_000)
    for (let i = 0; i < 200; i += 1) log.line(`line ${i}`)
    log.line('x'.repeat(100_000))
    log.line('the last')
    log.close()
    log.line('nobody writes this')
    expect(readdirSync(folder).sort()).toEqual(['server.log', 'server.log.1'])
    expect(readFileSync(path, 'utf8')).toMatch(/^\S+Z the last\n$/)
    expect(statSync(`${path}.1`).size).toBeLessThan(20_000)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('goes on where the last run ended', () => {
    const log = openServerLog(path, 1_000)
    log.line('again')
    log.close()
    expect(readFileSync(path, 'utf8')).toMatch(/the last\n.*again\n$/)
  })
})
