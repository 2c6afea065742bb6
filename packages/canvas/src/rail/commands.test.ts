/** Commands of `hooks.json` on the rail: side by side, called by their file, and never silent about what never ran. */
import type { CommandFacts } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { attachment, sessionWith, TURN, verdict, verdictEvent } from '../testing/spans'
import { railModel } from './model'
import { speakHook } from './say-hook'
import { railScene } from './scene'

const command = (name: string) => ({
  ...attachment({ name, points: ['tools.before'] }),
  ...{ source: 'command' as const, hook: `hooks/${name}`, group: 'hooks.json' },
})
const guard = command('guard.sh')
const audit = command('/home/me/it is/audit.py')
const fence = attachment({ name: 'fence', points: ['tools.before'] })
const RAN: CommandFacts = {
  ...{ line: 'guard.sh', places: [], exitCode: 0, signal: null, stdout: '', stderr: '' },
  ...{ stdoutBytes: 0, stderrBytes: 0, stdinDelivered: true, pipesHeld: false },
}
const says = (facts: CommandFacts | null) =>
  verdictEvent('tools.before', verdict({ hook: 'guard.sh', ...(facts === null ? {} : { command: facts }) }))
const missing = { ...RAN, exitCode: 127, warning: 'it did not start: guard.sh was not found' }

function cardsOf(hooks: Parameters<typeof sessionWith>[0]) {
  const { cards } = railScene(railModel(sessionWith(hooks, []), TURN), { width: 1_200, height: 700 })
  return {
    brackets: cards.filter((item) => item.kind === 'path' && item.stroke === 'soft' && /h-3v\d+h3$/.test(item.d))
      .length,
    names: cards.flatMap((item) => (item.kind === 'text' && item.font === 'name' ? [item.text] : [])),
  }
}

describe('commands of one group', () => {
  it('are held by a bracket, and hang on the string with all others', () => {
    expect(cardsOf([guard, audit, fence]).brackets).toBe(1)
    expect(cardsOf([guard, fence]).brackets).toBe(0)
  })

  it('are called by their file, and spoken of by all of their name', () => {
    const log = command('python3 /home/me/log.py')
    expect(cardsOf([guard, audit, log, fence]).names).toEqual(['guard.sh', 'audit.py', 'python3 log.py', 'fence'])
    const [, second] = railModel(sessionWith([guard, audit], []), TURN).stations.flatMap(({ hooks }) => hooks)
    expect(second === undefined ? '' : speakHook(second)).toMatch(/^\/home\/me.*command hook.*side by side/)
  })
})

describe('a command that never ran', () => {
  it.each<[what: string, said: readonly (CommandFacts | null)[], warning: string | null]>([
    ['says so', [missing], missing.warning],
    ['says so also where it was not asked since', [missing, null, null], missing.warning],
    ['is silent as soon as it ran once, whatever it said', [missing, { ...RAN, exitCode: 1 }], null],
    ['says so anew where it is gone again', [RAN, missing], missing.warning],
    ['was not tried yet', [null], null],
  ])('%s', (_, said, warning) => {
    const model = railModel(sessionWith([guard], said.map(says)), TURN)
    const [hook] = model.stations.flatMap(({ hooks }) => hooks)
    expect(hook?.warning).toBe(warning)
    expect(hook !== undefined && speakHook(hook).includes('never ran')).toBe(warning !== null)
  })

  it('says so in a later turn, and in one that is looked at alone', () => {
    const state = sessionWith([guard], [says(missing)])
    expect(railModel(state, null).stations.flatMap(({ hooks }) => hooks)[0]?.warning).toBe(missing.warning)
  })
})
