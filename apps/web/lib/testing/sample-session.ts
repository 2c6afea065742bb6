/** The session of the tests: one turn that was answered, one that waits for the person at a question. */
import { questionId, type SpanId } from '@belay/trace'
import { compositionOf, LogWriter } from './log-writer'

export const COMPOSITION = compositionOf([
  { name: 'house-rules', points: ['guard.onInput'] },
  { name: 'dry-run', points: ['tools.before'] },
  { name: 'workspace-fence', points: ['tools.before'] },
  { name: 'ask-before-writes', points: ['tools.before'] },
  { name: 'no-untested-edits', points: ['tools.before'], mode: 'shadow' },
  { name: 'redact-secrets', points: ['tools.after'] },
  { name: 'tests-before-stop', points: ['stop.done'], mode: 'off' },
])

const PASSES = [{ hook: 'dry-run' }, { hook: 'workspace-fence' }, { hook: 'ask-before-writes' }]

export interface Sample {
  readonly log: LogWriter
  /** Spans by what they stand for. */
  readonly spans: Readonly<Record<'refused' | 'rewritten' | 'edit', SpanId>>
}

export function sampleSession(): Sample {
  const log = new LogWriter()
  log.create(COMPOSITION)
  answeredTurn(log)
  log.wait(60_000)
  return { log, spans: waitingTurn(log) }
}

function answeredTurn(log: LogWriter): void {
  const turn = log.startTurn('What is in this repository?')
  log.ask('guard.onInput', turn, [{ hook: 'house-rules', status: 'answered', context: ['Keep it short.'] }], {
    context: ['Keep it short.'],
  })
  const step = log.start('step', '1', turn)
  log.input('Keep it short.', 'house-rules')
  log.model(step, 'A parser for a **small** language.')
  log.end(step)
  log.end(turn)
  log.endTurn()
}

function waitingTurn(log: LogWriter): Sample['spans'] {
  const turn = log.startTurn('Tidy the repo and delete the build folder.')
  const first = log.start('step', '1', turn)
  const ls = log.call('files.ls', { path: '.' })
  log.model(first, 'I will look around first.', [ls])
  const lsSpan = log.startCall(first, ls, '.')
  log.ask('tools.before', lsSpan, PASSES)
  log.wait(280)
  log.ask('tools.after', lsSpan, [{ hook: 'redact-secrets' }])
  log.result(ls, 'package.json\nsrc/\nbuild/')
  log.end(lsSpan)
  log.end(first)

  const second = log.start('step', '2', turn)
  const rm = log.call('run', { command: 'rm -rf build' })
  const clean = log.call('run', { command: 'npm run clean' })
  log.model(second, '', [rm, clean])
  const refused = refusedCall(log, second, rm)
  const rewritten = rewrittenCall(log, second, clean)
  log.end(second)
  return { refused, rewritten, edit: askedCall(log, turn) }
}

function refusedCall(log: LogWriter, step: SpanId, call: ReturnType<LogWriter['call']>): SpanId {
  const span = log.startCall(step, call, 'rm -rf build')
  const reason = 'outside scope'
  log.ask(
    'tools.before',
    span,
    [
      { hook: 'dry-run' },
      { hook: 'workspace-fence', status: 'answered', decision: 'block', reason },
      { hook: 'ask-before-writes', status: 'failed', error: { kind: 'timeout', message: 'no answer within 30 s' } },
    ],
    { decision: 'block', by: 'workspace-fence', reason, notes: ['ask-before-writes failed and was passed over'] },
  )
  log.result(call, 'refused by workspace-fence: outside scope', true)
  log.end(span, 'refused')
  return span
}

function rewrittenCall(log: LogWriter, step: SpanId, call: ReturnType<LogWriter['call']>): SpanId {
  const span = log.startCall(step, call, 'npm run clean')
  const value = { name: 'run', args: { command: 'npm run clean --dry-run' } }
  log.ask(
    'tools.before',
    span,
    [
      { hook: 'dry-run', status: 'answered', decision: 'rewrite', value },
      { hook: 'workspace-fence' },
      {
        hook: 'ask-before-writes',
        status: 'answered',
        decision: 'rewrite',
        value: { name: 'run', args: { command: 'true' } },
        lost: true,
      },
      { hook: 'workspace-fence', recheck: true },
    ],
    { decision: 'rewrite', by: 'dry-run', value, notes: ['ask-before-writes: its rewrite lost to dry-run'] },
  )
  log.wait(1_300)
  log.result(call, 'would remove build/')
  log.end(span)
  return span
}

function askedCall(log: LogWriter, turn: SpanId): SpanId {
  const step = log.start('step', '3', turn)
  const edit = log.call('files.edit', { file_path: 'src/lexer.ts', old_string: 'a\r\nb', new_string: 'a\nb' })
  const write = log.call('files.write', { file_path: 'NOTES.md', content: 'done' })
  log.model(step, 'That was refused; I will do the narrower thing.', [edit, write])
  const span = log.startCall(step, edit, 'src/lexer.ts')
  const text = 'Edit src/lexer.ts (+2 −2)?'
  log.ask(
    'tools.before',
    span,
    [
      { hook: 'dry-run' },
      { hook: 'workspace-fence' },
      { hook: 'ask-before-writes', status: 'answered', decision: 'ask', value: { question: text } },
      {
        hook: 'no-untested-edits',
        mode: 'shadow',
        status: 'answered',
        decision: 'block',
        reason: 'no tests touched',
        durationMs: 31,
      },
      { hook: 'block-commands', status: 'not_asked', notAsked: 'matcher' },
    ],
    { decision: 'ask', by: 'ask-before-writes', carried: { question: text }, wouldBe: 'block' },
  )
  log.change(span, 'waiting')
  if (log.turn !== null) {
    const asked = {
      id: questionId('qst_1'),
      turn: log.turn,
      span,
      hook: 'ask-before-writes',
      text,
      kind: 'files.write',
    }
    const call = { id: edit.id, name: edit.name, args: edit.args ?? {} }
    log.emit({ type: 'question.opened', question: { ...asked, call, behind: ['files.write'] } })
    log.emit({ type: 'turn.status', turn: log.turn, status: 'waiting' })
  }
  return span
}
