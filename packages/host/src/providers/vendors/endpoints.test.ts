import type { JsonObject } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { createCredentials } from '../../credentials/credentials'
import { freshFolder } from '../../testing/fresh-folder'
import { createEndpoints, endpointSettings } from './endpoints'
import { type WireAnswer, wireServer } from './testing/wire-server'

const models = (...ids: readonly unknown[]): WireAnswer => ({
  body: JSON.stringify({ data: ids.map((id) => ({ id })) }),
})

async function look(answer: WireAnswer, settings: JsonObject = {}) {
  const server = await wireServer(answer)
  const endpoints = createEndpoints({
    credentials: createCredentials({ home: freshFolder(), environment: {} }),
    ...{ fetch, now: Date.now, local: { ollama: `${server.url}/v1` } },
  })
  await endpoints.look()
  return { server, upstream: endpoints.upstream(settings) }
}

describe('servers of models on this machine', () => {
  test('are asked what they have', async () => {
    const { server, upstream } = await look(models('llama3.2', 'qwen3:8b'))
    expect(server.asked.map(({ path }) => path)).toEqual(['/v1/models'])
    expect(upstream.list()).toEqual([
      { model: 'ollama/llama3.2', label: 'llama3.2 (ollama)' },
      { model: 'ollama/qwen3:8b', label: 'qwen3:8b (ollama)' },
    ])
  })

  test.each([
    ['answers no JSON', { body: '<html>' }],
    ['answers something else', { body: '{"hello":1}' }],
    ['refuses', { status: 500, body: '{"data":[]}' }],
    ['sends elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
    ['gives names that nobody can read', models('a\u001b[31mb', '', 'x'.repeat(300), 'zwölf')],
  ])('somebody else who listens there and %s has none', async (_, answer) => {
    expect((await look(answer)).upstream.list()).toEqual([])
  })

  test('a list without end is cut', async () => {
    const ids = Array.from({ length: 500 }, (_, at) => `m${at}`)
    expect((await look(models(...ids))).upstream.list()).toHaveLength(200)
  })
})

describe('endpoints that a person names', () => {
  const settings = { endpoints: { lab: { baseUrl: 'http://127.0.0.1:9/v1', models: ['qwen3'] } } }

  test('are listed with the models that are named, and take any', async () => {
    const { upstream } = await look(models(), settings)
    expect(upstream.list()).toEqual([{ model: 'lab/qwen3', label: 'qwen3 (lab)' }])
    expect([upstream.check('lab/other'), upstream.resolve('lab/other')?.name]).toEqual([null, 'compatible'])
  })

  test.each(['', 'lab', 'lab/', 'nobody/x', '/x'])('`%s` is no model of theirs', async (model) => {
    const { upstream } = await look(models(), settings)
    expect(upstream.resolve(model)).toBeNull()
    expect(upstream.check(model)).toContain('it is written ENDPOINT/model, with one of ollama, lab.')
  })

  test.each([
    ['an address of another kind', { endpoints: { lab: { baseUrl: 'file:///etc' } } }],
    ['a name that could be a path', { endpoints: { '../x': { baseUrl: 'http://a' } } }],
    ['the name of a vendor, whose key it would be sent', { endpoints: { anthropic: { baseUrl: 'http://a' } } }],
    ['a key that nobody knows', { endpoints: { lab: { baseUrl: 'http://a', apiKey: 'k' } } }],
  ])('%s is refused', (_, wrong) => {
    expect(endpointSettings.safeParse(wrong).success).toBe(false)
  })
})
