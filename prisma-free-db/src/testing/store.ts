/** A store in a folder of its own, and events to put into it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Composition, sessionId, type TraceEvent, type TraceEventBody } from '@belay/trace'
import { afterEach } from 'vitest'
import { type Database, type NewSessionRecord, openDatabase } from '../database'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'belay-db-'))
  folders.push(folder)
  return folder
}

export function freshStore(path = join(freshFolder(), 'belay.db')): Database {
  return openDatabase({ path, log: () => undefined })
}

export const SESSION = sessionId('ses_1')
export const COMPOSITION: Composition = {
  hash: 'h1',
  extensions: [],
  hooks: [],
  rewrites: 'first',
  stopAtFirstBlock: false,
}

export function event(seq: number, body: TraceEventBody): TraceEvent {
  return { ...body, session: SESSION, seq, at: seq * 10 }
}

export function notice(seq: number, text = `notice ${seq}`): TraceEvent {
  return event(seq, { type: 'notice', turn: null, text })
}

export function addSession(store: Database, more: Pick<NewSessionRecord, 'modelChosen'> = {}): void {
  const facts = { id: SESSION, title: 'A session', workspace: '/w', model: 'scripted/x', createdAt: 1, parent: null }
  store.createSession(
    {
      ...facts,
      permission: 'ask',
      agent: 'main',
      depth: 0,
      tools: null,
      verifier: null,
      tour: false,
      rewrites: 'first',
      stopAtFirstBlock: false,
      composition: COMPOSITION.hash,
      updatedAt: 1,
      status: 'idle',
      ...more,
    },
    [event(1, { type: 'session.created', facts, composition: COMPOSITION })],
  )
}
