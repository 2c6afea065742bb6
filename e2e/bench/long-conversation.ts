/** Puts a conversation of many rows into a home's database: what people say, replies with code, calls of all sizes. */
import { join } from 'node:path'
import { openDatabase } from '@belay/db'
import { type SessionId, sessionId } from '@belay/trace'
import { compositionOf, LogWriter } from '../../apps/web/lib/testing/log-writer'

const NOBODY = compositionOf([])

/** About so many rows: a turn of five steps has thirteen. */
export function longConversation(rows: number): LogWriter {
  const log = new LogWriter(Date.now() - rows * 2_000)
  log.create(NOBODY, `${rows} rows`)
  for (let turn = 0; turn < rows / 13; turn++) addTurn(log, turn)
  return log
}

function addTurn(log: LogWriter, number: number): void {
  const turn = log.startTurn(
    `Request ${number}: ${'look at the parser and say what you find. '.repeat(1 + (number % 4))}`,
  )
  for (let step = 0; step < 5; step++) addStep(log, turn, { number, step })
  log.end(turn)
  log.endTurn()
}

function addStep(log: LogWriter, turn: ReturnType<LogWriter['startTurn']>, at: { number: number; step: number }): void {
  const step = log.start('step', String(at.step + 1), turn)
  const path = `src/part-${at.number}-${at.step}.ts`
  const call = log.call('files.read', { file_path: path })
  const last = at.step === 4
  log.model(step, replyOf(at), last ? [] : [call])
  if (!last) {
    const span = log.startCall(step, call, path)
    log.result(call, `export const value = ${at.step}\n`.repeat(1 + ((at.number * 7 + at.step) % 60)))
    log.end(span)
  }
  log.end(step)
}

function replyOf({ number, step }: { number: number; step: number }): string {
  const code = '```ts\nexport function parse(text: string): Node {\n  return read(text, 0)\n}\n```'
  const said = `I read **part ${number}.${step}** and will go on with \`parse\`. `.repeat(1 + ((number + step) % 5))
  return step % 3 === 2 ? `${said}\n\n${code}\n\n- first\n- second` : said
}

/** The home may be served meanwhile: the session is there at the next look. */
export function putConversation(home: string, log: LogWriter): SessionId {
  const db = openDatabase({ path: join(home, 'belay.db'), log: () => undefined })
  const id = sessionId(`ses_long_${Math.random().toString(36).slice(2, 10)}`)
  const at = Date.now()
  const facts = { id, title: 'long', workspace: home, model: 'scripted/tour', createdAt: at, parent: null }
  db.createSession(
    {
      ...{ ...facts, permission: 'ask', agent: 'main', depth: 0, tools: null, tour: false, rewrites: 'first' },
      ...{ stopAtFirstBlock: false, composition: NOBODY.hash, updatedAt: at, status: 'idle' },
    },
    log.events.map((event) => ({ ...event, session: id })),
  )
  db.close()
  return id
}
