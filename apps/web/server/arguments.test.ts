import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments'

const read = (line: string) => readArguments(line.split(' ').filter((word) => word !== ''))

describe("the server's arguments", () => {
  it('has defaults that are safe: one port, on this machine alone', () => {
    expect(read('')).toMatchObject({
      ok: true,
      args: { port: 4747, host: '127.0.0.1', open: true, json: false, allowedHosts: [] },
    })
  })

  it.each([
    ['--port 0', { port: 0 }],
    ['--port=65535', { port: 65535 }],
    ['--no-open --json', { open: false, json: true }],
    ['--host localhost', { host: 'localhost' }],
    ['--host 0.0.0.0 --allow-host belay.lan', { host: '0.0.0.0', allowedHosts: ['belay.lan'] }],
    ['--allow-host a --allow-host b:1', { allowedHosts: ['a', 'b:1'] }],
  ])('takes %s', (line, args) => {
    expect(read(line)).toMatchObject({ ok: true, args })
  })

  it.each([
    ['--port 65536', /0 to 65535/],
    ['--port x', /not `x`/],
    ['--port -1', /--port/],
    ['--port', /--port/],
    ['--host 0.0.0.0', /--allow-host NAME/],
    ['--host 192.168.1.2', /reachable from other machines/],
    ['--home=', /--home names a folder/],
    ['--prot 1', /--prot/],
    ['serve', /serve/],
  ])('refuses %s with a sentence', (line, sentence) => {
    const answer = read(line)
    expect(answer.ok).toBe(false)
    if (!answer.ok) expect(answer.message).toMatch(sentence)
  })
})
