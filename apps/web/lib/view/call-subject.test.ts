import { foldAll, questionId, turnId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { LogWriter } from '../testing/log-writer'
import { COMPOSITION } from '../testing/sample-session'
import { waitingBehind } from './call-subject'

describe('what waits behind a question', () => {
  const log = new LogWriter()
  log.create(COMPOSITION)
  const step = log.start('step', '1', log.startTurn('Go'))
  const calls = ['rm a', 'rm b', 'rm c'].map((command) => log.call('run', { command }))
  log.model(step, '', calls)
  const state = foldAll(log.events)
  const rows: readonly [name: string, at: number, behind: readonly string[], said: readonly string[]][] = [
    ['the calls after it, by what they are about', 0, ['run', 'run'], ['run rm b', 'run rm c']],
    ['the last of them', 1, ['run'], ['run rm c']],
    ['nothing', 2, [], []],
    ['names that the reply does not hold stay names', 1, ['files.read'], ['files.read']],
  ]
  test.each(rows)('%s', (_, at, behind, said) => {
    const call = calls[at]
    if (call === undefined) throw new Error('no such call')
    const question = {
      ...{ id: questionId('qst_1'), turn: turnId('trn_1'), span: step, hook: null, text: 'Run it?', kind: null },
      ...{ call: { ...call, args: call.args ?? {} }, behind },
    }
    expect(waitingBehind(state, question)).toEqual(said)
  })
})
