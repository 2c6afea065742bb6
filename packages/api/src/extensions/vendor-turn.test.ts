/** A whole turn on a model behind HTTP: the real loop, tools, log and database, and a server that speaks the vendor's wire. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { SessionId } from '@belay/trace'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openBelay } from '../composition-root'
import { ended, logOf, until } from '../testing/until'
import { freshFolder } from '../testing/world'

const CANARY = 'sk-canary-0123456789abcdefghijklmnop'

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const call = {
  index: 0,
  id: 'call_1',
  type: 'function',
  function: { name: 'files_read', arguments: '{"file_path":"a.ts"}' },
}
const CALLS = `${chunk({ role: 'assistant', tool_calls: [call] })}${chunk({}, 'tool_calls')}data: [DONE]\n\n`
const SAYS = `${chunk({ role: 'assistant', content: 'It holds one line.' })}${chunk({}, 'stop')}data: [DONE]\n\n`

interface Asked {
  readonly url: string | undefined
  readonly authorization: string | undefined
  readonly body: string
}

async function endpoint(...answers: readonly string[]) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      asked.push({ url: request.url, authorization: request.headers.authorization, body })
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(answers[asked.length - 1] ?? answers.at(-1))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}/v1`, asked }
}

async function scene(...answers: readonly string[]) {
  const [home, workspace, server] = [freshFolder(), freshFolder('work'), await endpoint(...answers)]
  const sections = { compatible: { endpoints: { mine: { baseUrl: server.url, models: ['m'] } } } }
  writeFileSync(join(home, 'extensions.json'), JSON.stringify(sections))
  writeFileSync(join(workspace, 'a.ts'), 'const a = 1\n')
  const belay = await openBelay({ home })
  onTestFinished(() => belay.close())
  return { belay, home, workspace, server }
}

/** Every byte of every file below. */
function bytesOf(folder: string): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }))
}

describe('a model behind HTTP', () => {
  it('calls a tool, reads its result and answers; the key goes to it and is nowhere else', async () => {
    const { belay, home, workspace, server } = await scene(CALLS, SAYS)
    await belay.setKey('mine', CANARY)
    const { id } = await belay.createSession({ workspace, model: 'compatible/mine/m', permission: 'auto' })
    await belay.send(id, 'Read it.')
    await until(belay, id, ended)
    const rows = await rowsOf(belay, id)
    expect(rows.map(({ kind }) => kind)).toEqual(['input', 'reply', 'result', 'reply'])
    expect(JSON.stringify(rows)).toContain('It holds one line.')
    expect(server.asked.map(({ url, authorization }) => [url, authorization])).toEqual([
      ['/v1/chat/completions', `Bearer ${CANARY}`],
      ['/v1/chat/completions', `Bearer ${CANARY}`],
    ])
    expect(JSON.parse(server.asked[0]?.body ?? '{}').model).toBe('m')
    expect(server.asked[1]?.body).toContain('const a = 1')
    const told = JSON.stringify([await belay.keys(), belay.models(), await belay.doctor(), await logOf(belay, id)])
    expect(told).not.toContain(CANARY)
    await belay.close()
    expect(
      bytesOf(home)
        .filter(({ text }) => text.includes(CANARY))
        .map(({ path }) => path),
    ).toEqual([join(home, 'credentials.json')])
  })

  it('is not there for a session in which its extension is off, and that is said', async () => {
    const { belay, workspace } = await scene(SAYS)
    const { id } = await belay.createSession({ workspace, model: 'compatible/mine/m' })
    await belay.setExtension(id, 'compatible', false)
    await expect(belay.send(id, 'Go.')).rejects.toThrow(
      'The models of compatible come with the extension compatible, which is off in this session. Switch it on, or choose another model.',
    )
    await expect(belay.setModel(id, 'compatible/mine/m')).rejects.toThrow('which is off in this session')
    await belay.setExtension(id, 'compatible', true)
    await belay.send(id, 'Go.')
    await until(belay, id, ended)
    expect(JSON.stringify(await rowsOf(belay, id))).toContain('It holds one line.')
  })

  it('without a key, a vendor’s is no choice and says what to do', async () => {
    const { belay, workspace } = await scene(SAYS)
    expect(belay.models().some(({ id }) => id.startsWith('anthropic/'))).toBe(false)
    await expect(belay.createSession({ workspace, model: 'anthropic/any' })).rejects.toThrow(
      'There is no key for Anthropic.',
    )
    await belay.setKey('anthropic', CANARY)
    expect(belay.models().some(({ id }) => id.startsWith('anthropic/'))).toBe(true)
    await belay.createSession({ workspace, model: 'anthropic/any' })
    await belay.removeKey('anthropic')
    expect((await belay.keys()).providers.find(({ provider }) => provider === 'anthropic')?.from).toBeNull()
  })

  it.each([
    ['an empty key', 'anthropic', '  '],
    ['a key with a blank in it', 'anthropic', 'sk 1'],
    ['a whole file', 'anthropic', 'k'.repeat(5_000)],
    ['a name that is none', '../x', 'k'],
  ])('%s is not kept', async (_, provider, key) => {
    const { belay } = await scene(SAYS)
    await expect(belay.setKey(provider, key)).rejects.toThrow()
    expect((await belay.keys()).providers.every(({ from }) => from?.kind !== 'file')).toBe(true)
  })

  it('settings that are wrong are said with their place, and every other model works', async () => {
    const { belay, home, workspace } = await scene(SAYS)
    writeFileSync(join(home, 'extensions.json'), '{ "anthropic": { "baseUrl": "ftp://x" } }')
    await belay.setKey('anthropic', CANARY)
    await expect(belay.createSession({ workspace, model: 'anthropic/any' })).rejects.toThrow(
      'extensions.json: anthropic.baseUrl: an address that begins with http:// or https://',
    )
    expect(belay.models().some(({ id }) => id.startsWith('scripted/'))).toBe(true)
  })
})

async function rowsOf(belay: Awaited<ReturnType<typeof openBelay>>, id: SessionId) {
  const log = await logOf(belay, id)
  return log.flatMap((event) => (event.type === 'row.committed' ? [event.row] : []))
}
