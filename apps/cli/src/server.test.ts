/** Commands of a home whose app runs: the server is in this process, the commands are children that find it. */
import { join } from 'node:path'
import type { Operations } from '@belay/api'
import type { EventOf, SessionId, TraceEvent } from '@belay/trace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixtures, jsonLines, makePlace } from './testing/belay'
import { servePlace } from './testing/serve-place'

const place = makePlace()
const hook = (name: string) => join(fixtures, 'hooks', `${name}.ts`)
const model = (name: string) => `scripted/${join(fixtures, 'scripts', `${name}.yaml`)}`
let belay: Operations
let url: string
let close: () => Promise<void>

beforeAll(async () => {
  ;({ belay, url, close } = await servePlace(place))
})
afterAll(async () => {
  await close()
  place.remove()
})

async function until<T extends TraceEvent['type']>(session: SessionId, type: T): Promise<EventOf<T>> {
  const stop = new AbortController()
  for await (const { events } of belay.events(session, 0, stop.signal)) {
    const found = events.find((event): event is EventOf<T> => event.type === type)
    if (found !== undefined) return found
  }
  throw new Error(`${session} has no ${type}`)
}

async function begin(script: string, attach: readonly string[]): Promise<SessionId> {
  const hooks = attach.map((name) => ({ hook: hook(name) }))
  const { id } = await belay.createSession({
    ...{ workspace: place.workspace, model: model(script), permission: 'auto', attach: hooks },
  })
  await belay.send(id, 'go')
  return id
}

describe('a home whose app runs', () => {
  it('gives a link that signs in one browser, once', async () => {
    const { code, stdout } = await place.belay(['url'])
    const link = stdout.trim()
    expect({ code, origin: new URL(link).origin }).toEqual({ code: 0, origin: url })
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(401)
  })

  it('signs every browser out', async () => {
    const link = (await place.belay(['url'])).stdout.trim()
    const signedIn = await fetch(link, { redirect: 'manual' })
    const page = async () =>
      (await fetch(url, { headers: { cookie: signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '' } })).status
    expect(await page()).toBe(200)
    expect((await place.belay(['url', '--sign-out'])).stdout).toMatch(/^Every browser is signed out/)
    expect(await page()).toBe(401)
  })

  it('runs a turn on the server and follows it over the wire, without a gap', async () => {
    const args = ['run', 'clean', '--model', model('remove-build'), '--attach', hook('block'), '--json']
    const { code, stdout, stderr } = await place.belay(args)
    const events = jsonLines(stdout)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(events.slice(0, -1).map((event) => event.seq)).toEqual(events.slice(0, -1).map((_, index) => index + 1))
    expect(events.at(-1)).toMatchObject({ type: 'turn', status: 'completed', answer: 'That was refused.' })
  })

  it('says which question waits, answers it, and the turn goes on', async () => {
    const session = await begin('remove-build', ['ask'])
    const { question } = await until(session, 'question.opened')
    const listed = await place.belay(['answer', session])
    expect(listed.stdout).toMatch(new RegExp(`^${question.id} {2}Is that right\\?\n {2}asked by ask about run`))
    const answered = await place.belay(['answer', session, 'allow', '--json'])
    expect(JSON.parse(answered.stdout)).toEqual({ session, question: question.id, say: 'allow' })
    expect(await until(session, 'turn.ended')).toMatchObject({ status: 'completed' })
    expect(await place.belay(['answer', session, 'deny'])).toMatchObject({
      ...{ code: 1, stderr: `belay: No question is open in session ${session}.\n` },
    })
  })

  it('tells the model why, where the answer is no', async () => {
    const session = await begin('remove-build', ['ask'])
    await until(session, 'question.opened')
    expect((await place.belay(['answer', session, 'deny', '--reason', 'keep it'])).code).toBe(0)
    const { answer } = await until(session, 'turn.ended')
    expect(answer).toBe('That was refused.')
    const rows = jsonLines((await place.belay(['sessions', 'events', session])).stdout)
    expect(JSON.stringify(rows)).toContain('keep it')
  })

  it('stops a turn', async () => {
    const session = await begin('slow', [])
    await until(session, 'span.changed')
    expect(await place.belay(['stop', session])).toMatchObject({ code: 0, stdout: 'Stopped.\n' })
    expect(await until(session, 'turn.ended')).toMatchObject({ status: 'stopped' })
    expect((await place.belay(['stop', session])).stdout).toBe('No turn is running.\n')
  })

  it('prints a session as it goes on, until it is interrupted', async () => {
    const session = await begin('slow', [])
    const { child, ended } = place.start(['sessions', 'events', session, '--follow'])
    child.stdout?.on('data', (text: string) => {
      if (text.includes('"turn.ended"')) child.kill('SIGINT')
    })
    child.stdout?.once('data', () => void belay.stop(session))
    const { code, stdout } = await ended
    expect(code).toBe(130)
    expect(jsonLines(stdout).at(-1)).toMatchObject({ type: 'turn.ended', status: 'stopped' })
  })

  it('checks a hook file for whoever asks, and exits with 1 on a mistake', async () => {
    const { code, stdout } = await place.belay(['hooks', 'check', hook('does-not-load'), hook('ask'), '--json'])
    const { hooks, diagnostics } = JSON.parse(stdout)
    expect(code).toBe(1)
    expect(hooks.map((one: { name: string }) => one.name)).toEqual(['does-not-load', 'ask'])
    expect(diagnostics).toEqual([
      { file: hook('does-not-load'), line: 6, path: null, severity: 'error', message: expect.any(String) },
    ])
  })
})
