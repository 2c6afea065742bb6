import type { JsonObject } from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { before, builtIns, run } from '../testing/built-ins'

let hooks: ReturnType<typeof builtIns>
beforeEach(() => {
  hooks = builtIns()
})

const SLUG = 'network-guard'
const ask = (params: JsonObject, event = run('curl https://example.com')) => hooks.ask(SLUG, params, event)

describe('network-guard', () => {
  it('asks about a host that is not listed, or refuses it', async () => {
    expect((await ask({})).carried).toEqual({ question: 'Let this call reach `example.com` (`curl`)?' })
    expect(await ask({ otherwise: 'block' })).toMatchObject({
      decision: 'block',
      reason:
        'This session reaches only listed hosts, and this call would reach `example.com` (`curl`). Do it without the network, or say what you need from there.',
    })
  })

  it.each<[string, JsonObject, ReturnType<typeof run>, string]>([
    ['a listed host', { allow: ['example.com'] }, run('curl https://example.com/x'), 'pass'],
    ['one below a listed host', { allow: ['*.example.com'] }, run('curl https://a.example.com'), 'pass'],
    ['one of two that is not listed', { allow: ['a.com'] }, run('curl https://a.com https://b.com'), 'ask'],
    ['this machine', {}, run('curl http://localhost:3000'), 'pass'],
    ['this machine, where that is not allowed', { loopback: false }, run('curl http://127.0.0.1'), 'ask'],
    ['a command that may go anywhere', { commands: ['npm install'] }, run('npm install x'), 'pass'],
    [
      'a command beside one that may',
      { commands: ['npm install'] },
      run("sh -c 'npm install && curl https://b.com'"),
      'ask',
    ],
    ['what can’t be told', { allow: ['a.com'] }, run('apt-get update'), 'ask'],
    ['what can’t be told, where all is allowed', { allow: ['*'] }, run('apt-get update'), 'pass'],
    ['what can’t be read', {}, run(`${'env '.repeat(25)}ls`), 'ask'],
    ['nothing of the network', {}, run('npm test'), 'pass'],
    ['an address of a tool', {}, before('mcp__web__get', { url: 'https://example.com' }), 'ask'],
    ['a search', {}, before('web_search', { query: 'weather' }), 'ask'],
    ['a search, where that is fine', { tools: '^nothing$' }, before('web_search', { query: 'weather' }), 'pass'],
    ['a page that is listed', { allow: ['a.com'] }, before('web_fetch', { url: 'https://a.com/x' }), 'pass'],
    ['a file', {}, before('files.write', { file_path: 'a', content: 'https://example.com' }), 'pass'],
  ])('%s', async (_what, params, event, decision) => {
    expect((await ask(params, event)).decision).toBe(decision)
  })

  it('says what can’t be told, and not too much', async () => {
    expect((await ask({}, run('curl https://$HOST/x'))).carried).toEqual({
      question: "Let this call reach `https://$HOST`, a host that can't be told (`curl`)?",
    })
    expect((await ask({}, run('apt-get update'))).carried).toEqual({
      question: 'Let this call reach a host that its words do not tell (`apt-get`)?',
    })
    const many = [1, 2, 3, 4, 5, 6, 7].map((n) => `https://${n}.example.com`).join(' ')
    expect(JSON.stringify((await ask({}, run(`curl ${many}`))).carried)).toMatch(
      /5\.example\.com` \(`curl`\) and 2 more\?/,
    )
  })

  it('says what does not fit', async () => {
    expect(await hooks.problem(SLUG, { allow: ['https://a.com'] })).toMatch(/^allow\.0: .*only the host counts/)
    expect(await hooks.problem(SLUG, { commands: ['a | b'] })).toMatch(/^commands\.0: /)
  })
})
