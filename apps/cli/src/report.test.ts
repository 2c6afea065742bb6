import { OperationError } from '@belay/api'
import { CommanderError } from 'commander'
import { describe, expect, it } from 'vitest'
import { failed, interrupted, usage } from './failure'
import { asSentence, readFailure } from './report'

describe('how a command ends', () => {
  const rows: readonly [sentence: string, error: unknown, exit: number, message: string | null][] = [
    ['wrong usage', usage('no'), 2, 'no'],
    ['failed work', failed('no'), 1, 'no'],
    ['an interruption', interrupted(), 130, 'interrupted'],
    [
      'an operation on input that is not right',
      new OperationError('bad_input', 'There is no hook x.'),
      2,
      'There is no hook x.',
    ],
    ['an operation on something that is not there', new OperationError('not_found', 'No session.'), 2, 'No session.'],
    ['an operation that failed', new OperationError('failed', 'The disk is full.'), 1, 'The disk is full.'],
    ['help', new CommanderError(0, 'commander.help', '(outputHelp)'), 0, null],
    [
      'an unknown option',
      new CommanderError(1, 'commander.unknownOption', "error: unknown option '--jsn'\n(Did you mean --json?)"),
      2,
      "unknown option '--jsn' (did you mean --json?)",
    ],
    [
      'a mistake of ours',
      new TypeError('x is undefined'),
      1,
      'something is wrong in Belay itself: x is undefined (--debug says where)',
    ],
  ]
  it.each(rows)('%s', (_, error, exit, sentence) => {
    expect(readFailure(error)).toEqual({ exit, sentence })
  })

  it('makes sentences of what is said', () => {
    expect(['unknown option', 'There is none.', 'stdin:1: no', 'really so?'].map((text) => asSentence(text))).toEqual([
      'Unknown option.',
      'There is none.',
      'stdin:1: no.',
      'Really so?',
    ])
  })

  const typed: readonly [argv: readonly string[], text: string, sentence: string][] = [
    [['detach', 'ses_1', 'nosuch'], 'nosuch is not attached', 'nosuch is not attached.'],
    [['detach', 'ses_1', 'no such'], 'no such is not attached', 'no such is not attached.'],
    [['fire', '--on-failure', 'guard=open'], 'guard is not attached', 'guard is not attached.'],
    [['fire', '--attach=guard:{}'], 'guard is attached 2 times', 'guard is attached 2 times.'],
    [['import', 'file'], 'file cannot be read', 'file cannot be read.'],
    [['run', 'a', 'no'], 'another is attached; none is not', 'Another is attached; none is not.'],
    [['trace', '--why', 'x'], 'session ses_1 has no call x', 'Session ses_1 has no call x.'],
  ]
  it.each(typed)('a name that was typed keeps its letters: %j', (argv, text, sentence) => {
    expect(asSentence(text, argv)).toBe(sentence)
  })
})
