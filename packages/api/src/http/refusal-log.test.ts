import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRefusalLog, MOST_LINES, MOST_PATH_CHARS } from './refusal-log'

const request = (url: string) =>
  ({ method: 'GET', url, headers: { host: 'h'.repeat(5_000), origin: 'o'.repeat(5_000) } }) as IncomingMessage
const foreign = { pass: 'no', status: 403, text: 'No.' } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the log of what was refused', () => {
  it('holds a bounded line, whatever was sent', () => {
    const lines: string[] = []
    createRefusalLog((line) => lines.push(line))(request(`/${'x'.repeat(10_000)}?token=secret`), foreign)
    expect(lines[0]).toContain(`/${'x'.repeat(MOST_PATH_CHARS - 1)}… (Host hhh`)
    expect(lines[0]?.length).toBeLessThan(500)
    expect(lines[0]).not.toContain('secret')
  })

  it('holds a bounded number of lines a minute, and the count of the rest', () => {
    const lines: string[] = []
    const log = createRefusalLog((line) => lines.push(line))
    for (let i = 0; i < 1_000; i += 1) log(request('/x'), foreign)
    expect(lines).toHaveLength(MOST_LINES)
    vi.advanceTimersByTime(60_000)
    expect(lines.slice(MOST_LINES)).toEqual([`refused ${1_000 - MOST_LINES} more requests within a minute`])
    log(request('/y'), foreign)
    expect(lines.at(-1)).toContain('refused GET /y')
  })

  it('says nothing of browsers that are not signed in', () => {
    const lines: string[] = []
    createRefusalLog((line) => lines.push(line))(request('/x'), { pass: 'no', status: 401, text: 'No.' })
    expect(lines).toEqual([])
  })
})
