/** Answers where no app runs: the turn that waits goes on in the command, and to its end. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBelay } from '@belay/api'
import type { SessionId } from '@belay/trace'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixtures, jsonLines, makePlace, type Place } from '../testing/belay'

let place: Place
beforeEach(() => {
  place = makePlace()
  mkdirSync(join(place.workspace, 'build'))
})
afterEach(() => place.remove())

/** A turn that waits, of a server that has stopped since. */
async function waiting(script: string): Promise<SessionId> {
  const belay = await openBelay({ home: place.home })
  const model = `scripted/${join(fixtures, 'scripts', `${script}.yaml`)}`
  const { id } = await belay.createSession({ workspace: place.workspace, model })
  await belay.send(id, 'go')
  for await (const { events } of belay.events(id, 0, new AbortController().signal))
    if (events.some((event) => event.type === 'question.opened')) break
  await belay.close()
  return id
}

describe('belay answer without an app', () => {
  it('runs the call that was allowed and the turn to its end', async () => {
    const session = await waiting('remove-build')
    const { code, stdout, stderr } = await place.belay(['answer', session, 'allow'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'The folder is gone.\n' })
    expect(stderr).toMatch(/^Allowed: .*\n[\s\S]*· run rm -rf build: ok/)
    expect(existsSync(join(place.workspace, 'build'))).toBe(false)
    const shown = JSON.parse((await place.belay(['sessions', 'show', session, '--json'])).stdout)
    expect(shown).toMatchObject({ turns: [{ status: 'completed', answer: 'The folder is gone.' }], questions: [] })
  })

  it('tells the model why not, and prints every event as JSON', async () => {
    const session = await waiting('remove-build')
    const { code, stdout } = await place.belay(['answer', session, 'deny', '--reason', 'keep it', '--json'])
    const events = jsonLines(stdout)
    expect(code).toBe(0)
    expect(events.at(-1)).toMatchObject({ type: 'turn', status: 'completed', answer: 'That was refused.' })
    expect(events.some((event) => event.type === 'question.closed')).toBe(true)
    expect(stdout).toContain('keep it')
    expect(existsSync(join(place.workspace, 'build'))).toBe(true)
  })

  it('leaves a further question open, says so, and takes its answer', async () => {
    const session = await waiting('remove-twice')
    const first = await place.belay(['answer', session, 'allow'])
    expect(first.code).toBe(1)
    expect(first.stderr).toMatch(
      /belay: The turn waits with another question, qst_\w+; belay answer ses_\w+ answers it\.\n$/,
    )
    expect(existsSync(join(place.workspace, 'build'))).toBe(false)
    expect(existsSync(join(place.workspace, 'again'))).toBe(false)
    const second = await place.belay(['answer', session, 'allow'])
    expect({ code: second.code, stdout: second.stdout }).toEqual({ code: 0, stdout: 'Both are done.\n' })
    expect(existsSync(join(place.workspace, 'again'))).toBe(true)
  })
})
