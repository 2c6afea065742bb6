import { describe, expect, it } from 'vitest'
import { defineHook, isHookDefinition } from './define-hook'
import type { ParamsSchema } from './params'
import { EVENTS, FACTS } from './testing/asking'

const schema: ParamsSchema<{ word?: string }, { word: string }> = {
  '~standard': { version: 1, vendor: 'test', validate: () => ({ value: { word: 'hi' } }) },
}

describe('what compiles', () => {
  it('takes every form that a hook may be written in', () => {
    const hooks = [
      defineHook({
        name: 'guard',
        description: 'Says no.',
        points: ['tools.before'],
        params: schema,
        run(t, input) {
          if (input.call.name === t.params.word) return t.deny('no').withNote('refused')
          if (t.step > 3) return t.ask('sure?')
          if (t.dryRun) return { ...input.call, args: { ...input.call.args, dry: true } }
          if (t.turn > 9) return t.rewrite({ args: {} }).withContext('emptied')
          return t.useDefault
        },
      }),
      defineHook({
        name: 'several',
        description: 'At several points.',
        points: ['guard.onInput', 'guard.onOutput'],
        run: async (t, input) => (input.point === 'guard.onInput' ? input.msg.trim() : t.default.onOutput(input.ans)),
      }),
      defineHook({
        name: 'by point',
        description: 'A function a point.',
        on: {
          'session.start': (t, source) => t.context(source),
          'memory.keep': () => undefined,
          'context.build': (t) => ({ system: `${t.system}!` }),
          'model.choose': () => ({ model: 'm', provider: 'p' }),
          'errors.on': (t, err) => (err.includes('429') ? t.retry(3) : t.escalate()),
          'stop.done': (t, reply, event) => (event.held > 2 ? t.done('enough') : reply.text === '' ? null : undefined),
          'tools.after': (_t, result) => result.content.slice(0, 10),
          'agent.stop': (t) => t.askAgain('And?'),
          'session.end': (t) => t.note('bye'),
        },
      }),
      defineHook({ name: 'quiet', description: 'Returns nothing.', points: ['tools.before'], run: (t) => void t.step }),
      defineHook({
        name: 'later',
        description: 'Nothing, later.',
        points: ['tools.before'],
        run: async () => undefined,
      }),
    ]
    expect(hooks.every(isHookDefinition)).toBe(true)
  })

  it('refuses a verdict at the wrong point', () => {
    const hooks = [
      // @ts-expect-error a retry says nothing about a call
      defineHook({ name: 'a', description: 'a', points: ['tools.before'], run: (t) => t.retry(1) }),
      // @ts-expect-error nobody can be asked about an input
      defineHook({ name: 'b', description: 'b', points: ['guard.onInput'], run: (t) => t.ask('sure?') }),
      // @ts-expect-error text is not a call
      defineHook({ name: 'c', description: 'c', points: ['tools.before'], run: () => 'text' }),
      // @ts-expect-error null is only an answer at stop.done
      defineHook({ name: 'd', description: 'd', points: ['guard.onInput'], run: () => null }),
      // @ts-expect-error a result is rewritten as text
      defineHook({ name: 'e', description: 'e', points: ['tools.after'], run: (t) => t.rewrite({ content: 'x' }) }),
      // @ts-expect-error nothing can be refused when a session ends
      defineHook({ name: 'f', description: 'f', on: { 'session.end': (t) => t.deny('no') } }),
      // @ts-expect-error an answer that comes later is judged the same
      defineHook({ name: 'g', description: 'g', on: { 'tools.after': async (t) => t.allow() } }),
      // @ts-expect-error a history is handled or not
      defineHook({ name: 'h', description: 'h', on: { 'memory.keep': (t) => t.block('no') } }),
      // @ts-expect-error a call has no such key
      defineHook({ name: 'i', description: 'i', on: { 'tools.before': (t) => t.rewrite({ arg: {} }) } }),
    ]
    expect(hooks).toHaveLength(9)
  })

  it('refuses facts and parameters that there are not', () => {
    defineHook({
      name: 'a',
      description: 'a',
      points: ['tools.before'],
      params: schema,
      run(t, input) {
        // @ts-expect-error no such parameter
        t.params.words
        // @ts-expect-error no such fact
        t.steps
        // @ts-expect-error no such part of the event
        input.msg
      },
    })
    defineHook({
      name: 'b',
      description: 'b',
      points: ['tools.before'],
      run(t) {
        // @ts-expect-error a hook without a schema has no parameters
        t.params.word.trim()
      },
    })
    expect(() => {
      // @ts-expect-error no such point
      defineHook({ name: 'c', description: 'c', points: ['tools.befor'], run: () => undefined })
    }).toThrow('unknown point "tools.befor"; did you mean tools.before?')
  })
})

describe('what a definition may not be', () => {
  // Hook files may be JavaScript: nothing that the types promise is certain.
  const define: (spec: unknown) => unknown = defineHook as (spec: unknown) => unknown
  const good = { name: 'n', description: 'd', points: ['tools.before'], run: () => undefined }
  it.each([
    ['without a name', { ...good, name: ' ' }, 'a hook needs a name'],
    ['without a description', { ...good, description: undefined }, 'a hook needs a description'],
    ['without a point', { ...good, points: [] }, 'a hook names at least one point'],
    ['with a point of another dialect', { ...good, points: ['guard.on_input'] }, 'did you mean guard.onInput?'],
    ['with a point like nothing', { ...good, points: ['PreToolUse'] }, 'the points are session.start, '],
    [
      'with an unknown point in on',
      { name: 'n', description: 'd', on: { 'stop.don': () => null } },
      'did you mean stop.done?',
    ],
    ['without a function', { ...good, run: undefined }, 'either points and run, or on'],
    ['with both forms', { ...good, on: {} }, 'either points and run, or on'],
    ['with a matcher that is no expression', { ...good, matcher: '(' }, 'the matcher "(" is not a regular expression'],
    ['with a time limit of an hour', { ...good, timeoutMs: 3_600_000 }, 'timeoutMs must be between 1 and 600000'],
    ['with a policy that there is not', { ...good, onFailure: 'block' }, 'one of open, closed, replay'],
    ['with a key spelled wrongly', { ...good, recheckk: true }, 'unknown key "recheckk"; did you mean recheck?'],
    ['with a key of another dialect', { ...good, timeout_ms: 5 }, 'unknown key "timeout_ms"; did you mean timeoutMs?'],
    ['with a key like nothing', { ...good, priority: 1 }, 'unknown key "priority"; a hook has name, description, '],
    ['with a flag that is text', { ...good, recheck: 'yes' }, 'recheck must be true or false'],
    ['with params that are no schema', { ...good, params: { word: 'string' } }, 'Standard Schema'],
  ])('%s', (_name, spec, message) => {
    expect(() => define(spec)).toThrow(message)
  })
})

describe('calling a definition', () => {
  it('gives run the point and the event in one, and the params on t', () => {
    const hook = defineHook({
      name: 'echo',
      description: 'Echoes.',
      points: ['guard.onInput'],
      params: schema,
      run: (t, input) => `${input.point} ${input.msg} ${input.origin} ${t.params.word}`,
    })
    const asking = { point: 'guard.onInput', event: EVENTS['guard.onInput'], facts: FACTS } as const
    expect(hook.answer(asking, { word: 'hi' })).toBe('guard.onInput hello person hi')
  })

  it('gives a function of on the subject first, then the whole event', () => {
    const seen: unknown[] = []
    const hook = defineHook({
      name: 'ear',
      description: 'Listens.',
      on: { 'tools.after': (_t, result, event) => void seen.push(result, event) },
    })
    // The order of an event's keys is its sender's: it may come from a file.
    const event = Object.fromEntries(Object.entries(EVENTS['tools.after']).reverse())
    hook.answer({ point: 'tools.after', event: { ...event, ...EVENTS['tools.after'] }, facts: FACTS }, {})
    expect(seen).toEqual([EVENTS['tools.after'].result, EVENTS['tools.after']])
  })

  it('gives a copy of the facts, which a hook may write to without effect outside', () => {
    const hook = defineHook({
      name: 'scribe',
      description: 'Writes.',
      points: ['context.build'],
      run(t) {
        t.system += ' More.'
        return { system: t.system }
      },
    })
    const asking = { point: 'context.build', event: {}, facts: FACTS } as const
    expect([hook.answer(asking, {}), hook.answer(asking, {})]).toEqual([
      { system: 'You are kind. More.' },
      { system: 'You are kind. More.' },
    ])
  })
})
