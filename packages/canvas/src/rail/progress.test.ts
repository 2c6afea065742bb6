import { describe, expect, it, test } from 'vitest'
import { ended, outcomeEvent, runsTool, sessionWith, started, TURN, verdict, verdictEvent } from '../testing/spans'
import { railModel } from './model'
import { placeOfTurn } from './progress'
import { railScene } from './scene'

describe('where the loop stands', () => {
  const step = started({ id: 's', kind: 'step', name: '2', start: 0, end: null })
  const model = started({ id: 'm', kind: 'model', parent: 's', start: 0, end: null })
  const call = started({ id: 'c', parent: 's', start: 0, end: null })
  const runs = runsTool('c')
  const over = (status: 'completed' | 'stopped' | 'interrupted') =>
    ({ type: 'turn.ended', turn: TURN, status, code: null, reason: null, answer: null }) as const
  test.each([
    ['at the input', [], 'guard.onInput'],
    ['at the memory when a step begins', [step], 'memory.keep'],
    ['at the model while it answers', [step, model], 'model'],
    ['at stop.done once it has', [step, model, ended('m')], 'stop.done'],
    ['at errors.on when it failed', [step, model, ended('m', 'error')], 'errors.on'],
    [
      'at a hook`s point while it is asked',
      [
        step,
        call,
        started({
          id: 'h',
          kind: 'hook',
          parent: 'c',
          start: 0,
          end: null,
          attributes: { 'belay.hook.point': 'tools.before' },
        }),
      ],
      'tools.before',
    ],
    ['before the tool until it began', [step, call], 'tools.before'],
    ['before the tool also once its hooks let it', [step, call, outcomeEvent('tools.before', {}, 'c')], 'tools.before'],
    ['at the tool while it runs', [step, call, runs], 'tool'],
    ['at the tool when the process died while it ran', [step, call, runs, ended('c', 'unknown')], 'tool'],
    ['before the tool when the turn was stopped there', [step, call, ended('c', 'stopped')], 'tools.before'],
    ['before the tool when the process died there', [step, call, ended('c', 'not_run')], 'tools.before'],
    ['at the model when it was stopped', [step, model, ended('m', 'stopped')], 'model'],
    [
      'before the tool while a question waits',
      [step, call, outcomeEvent('tools.before', { decision: 'ask' }, 'c')],
      'tools.before',
    ],
    ['after the tool when it has run', [step, call, runs, ended('c')], 'tools.after'],
    ['before the tool when it was refused', [step, call, ended('c', 'refused')], 'tools.before'],
    [
      'at the output when the turn is over',
      [step, { type: 'turn.ended', turn: TURN, status: 'completed', code: null, reason: null, answer: '' } as const],
      'guard.onOutput',
    ],
    [
      'where it was when the turn was stopped',
      [
        step,
        model,
        { type: 'turn.ended', turn: TURN, status: 'stopped', code: null, reason: null, answer: null } as const,
      ],
      'model',
    ],
  ])('%s', (_name, bodies, stop) => {
    const place = railModel(sessionWith([], bodies), TURN).place
    expect(place?.stop).toBe(stop)
    expect(place?.step).toBe(bodies.includes(step) ? 2 : 0)
  })

  const toModel = ['guard.onInput', 'memory.keep', 'context.build', 'model.choose', 'model']
  test.each([
    ['nothing but the input before a step', [], ['guard.onInput']],
    ['what a step passes on its way to the model', [step, model], toModel],
    [
      'no call where none was made',
      [step, model, ended('m'), over('completed')],
      [...toModel, 'stop.done', 'guard.onOutput'],
    ],
    [
      'no tool where the turn was stopped before it ran',
      [
        ...[step, model, ended('m'), call, verdictEvent('tools.before', verdict({ hook: 'fence' }), 'c')],
        ...[ended('c', 'stopped'), over('stopped')],
      ],
      [...toModel, 'stop.done', 'tools.before'],
    ],
    [
      'nothing of the calls where the process died before one was asked about',
      [step, model, ended('m'), call, ended('c', 'not_run'), over('interrupted')],
      [...toModel, 'stop.done'],
    ],
    [
      'the tool where one ran',
      [step, model, ended('m'), call, runs, ended('c'), over('completed')],
      [...toModel, 'stop.done', 'tools.before', 'tool', 'tools.after', 'guard.onOutput'],
    ],
  ])('has visited %s', (_name, bodies, stops) => {
    expect([...(railModel(sessionWith([], bodies), TURN).place?.visited ?? [])].sort()).toEqual([...stops].sort())
  })

  it('of an imported turn lights no way: only its spans are known', () => {
    const state = sessionWith([], [])
    const [turn] = state.turns
    if (turn === undefined) throw new Error('no turn')
    const imported = {
      ...turn,
      provider: 'import',
      endedAt: 9,
      events: sessionWith([], [step, model, call, ended('c'), over('completed')]).turns[0]?.events ?? [],
    }
    const place = placeOfTurn(state, imported)
    expect([...place.visited]).toEqual(['model', 'tool'])
    const scene = railScene({ ...railModel(state, null), place }, { width: 1_000, height: 300 })
    expect(scene.line.filter((item) => item.kind === 'rect' && item.fill === 'accent')).toEqual([])
  })
})
