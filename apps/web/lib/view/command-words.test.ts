import type { CommandFacts, HookError } from '@belay/trace'
import { expect, test } from 'vitest'
import { bytesText, endText, oddities, warningOf } from './command-words'

const ran = (more: Partial<CommandFacts> = {}): CommandFacts => ({
  ...{ line: 'x', places: [], exitCode: 0, signal: null, stdout: '', stderr: '' },
  ...{ stdoutBytes: 0, stderrBytes: 0, stdinDelivered: true, pipesHeld: false },
  ...more,
})
const error = (kind: HookError['kind']): HookError => ({ kind, message: '' })
const cut = { exitCode: null }

test.each<[said: string, facts: Partial<CommandFacts>, error: HookError | null]>([
  ['exit 2', { exitCode: 2 }, null],
  ['exit 0', { signal: null }, null],
  ['ended by SIGSEGV', { ...cut, signal: 'SIGSEGV' }, error('signal')],
  ['ended at its time limit', { ...cut, signal: 'SIGTERM' }, error('timeout')],
  ['ended, since the turn was stopped', { ...cut, signal: 'SIGTERM' }, error('cancelled')],
  ['was not started', cut, error('not_started')],
])('%s', (said, facts, failed) => expect(endText({ command: ran(facts), error: failed })).toBe(said))

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [2_140, '2.1 KB'],
  [10_485_760, '10.5 MB'],
])('%d are %s', (bytes, text) => expect(bytesText(bytes)).toBe(text))

test('what never starts warns, by its own words where it has some, and what ran does not', () => {
  expect(warningOf({ command: ran({ exitCode: 127 }) })).toMatch(/not found/)
  expect(warningOf({ command: ran({ exitCode: 126 }) })).toMatch(/could not be run/)
  expect(warningOf({ command: ran({ exitCode: 127, warning: 'jq is not there' }) })).toBe('jq is not there')
  expect(warningOf({ command: ran({ exitCode: 1 }) })).toBeNull()
  expect(warningOf({})).toBeNull()
})

test('held pipes and what was not read are said', () => {
  expect(oddities(ran())).toEqual([])
  expect(oddities(ran({ pipesHeld: true, stdinDelivered: false }))).toHaveLength(2)
})
