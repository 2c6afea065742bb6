import type { JsonObject, Origin } from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { before, builtIns, run } from '../testing/built-ins'

let at = 0
let hooks: ReturnType<typeof builtIns>
beforeEach(() => {
  hooks = builtIns({ now: () => at })
})

const SLUG = 'quiet-hours'
const BERLIN = { timeZone: 'Europe/Berlin' }

async function call(when: string, params: JsonObject = {}, event = run('git push')) {
  at = Date.parse(when)
  return hooks.ask(SLUG, { ...BERLIN, ...params }, event)
}
async function start(when: string, params: JsonObject, origin: Origin = 'person') {
  at = Date.parse(when)
  return hooks.ask(SLUG, { ...BERLIN, ...params }, { point: 'guard.onInput', event: { msg: 'go', origin } })
}

describe('quiet-hours', () => {
  // The 6th of November 2026 is a Friday; Berlin is an hour ahead of UTC then.
  it.each([
    ['2026-11-06T21:59:59+01:00', {}, false],
    ['2026-11-06T22:00:00+01:00', {}, true],
    ['2026-11-07T03:00:00+01:00', {}, true],
    ['2026-11-07T06:59:59+01:00', {}, true],
    ['2026-11-07T07:00:00+01:00', {}, false],
    ['2026-11-06T21:30:00Z', {}, true],
    ['2026-11-06T21:30:00Z', { timeZone: 'America/New_York' }, false],
    ['2026-11-07T03:30:00Z', { timeZone: 'America/New_York' }, true],
    ['2026-11-06T13:00:00+01:00', { from: '12:00', to: '14:00' }, true],
    ['2026-11-06T14:00:00+01:00', { from: '12:00', to: '14:00' }, false],
    ['2026-11-06T00:00:00+01:00', { from: '00:00', to: '06:00' }, true],
  ])('%s with %j: quiet %s', async (when, params, quiet) => {
    expect((await call(when, params)).decision).toBe(quiet ? 'ask' : 'pass')
  })

  it.each([
    ['Friday evening', '2026-11-06T23:00:00+01:00', ['friday'], true],
    ['the night after Friday', '2026-11-07T03:00:00+01:00', ['friday'], true],
    ['Saturday evening', '2026-11-07T23:00:00+01:00', ['friday'], false],
    ['the night before Friday', '2026-11-06T03:00:00+01:00', ['friday'], false],
    ['the night from Sunday to Monday', '2026-11-09T03:00:00+01:00', ['sunday'], true],
    ['the night from Monday to Tuesday', '2026-11-10T03:00:00+01:00', ['sunday'], false],
  ])('%s, where it begins on %s', async (_what, when, days, quiet) => {
    expect((await call(when, { days })).decision).toBe(quiet ? 'ask' : 'pass')
  })

  it.each([
    ['Saturday at 23:00', '2026-11-07T23:00:00+01:00', true],
    ['Sunday at noon', '2026-11-08T12:00:00+01:00', true],
    ['Monday at 0:00', '2026-11-09T00:00:00+01:00', false],
  ])('whole days: %s', async (_what, when, quiet) => {
    const params = { from: '00:00', to: '00:00', days: ['saturday', 'sunday'] }
    expect((await call(when, params)).decision).toBe(quiet ? 'ask' : 'pass')
  })

  // Berlin goes from 2:00 to 3:00 on the 29th of March 2026, and from 3:00 back to 2:00 on the 25th of October.
  it.each([
    ['before the hour that is skipped', '2026-03-29T00:59:00Z', { from: '02:30', to: '05:00' }, false],
    ['right after it, when 2:30 never came', '2026-03-29T01:00:00Z', { from: '02:30', to: '05:00' }, true],
    ['at 4:59 of that night', '2026-03-29T02:59:00Z', { from: '02:30', to: '05:00' }, true],
    ['at 5:00 of that night', '2026-03-29T03:00:00Z', { from: '02:30', to: '05:00' }, false],
    [
      'where it would have ended in the hour that is skipped',
      '2026-03-29T01:00:00Z',
      { from: '22:00', to: '02:30' },
      false,
    ],
    ['2:15 for the first time', '2026-10-25T00:15:00Z', { from: '22:00', to: '02:30' }, true],
    ['2:45 for the first time', '2026-10-25T00:45:00Z', { from: '22:00', to: '02:30' }, false],
    ['2:15 for the second time', '2026-10-25T01:15:00Z', { from: '22:00', to: '02:30' }, true],
    ['2:45 for the second time', '2026-10-25T01:45:00Z', { from: '22:00', to: '02:30' }, false],
    ['7:00 of that morning', '2026-10-25T06:00:00Z', {}, false],
    ['6:59 of that morning', '2026-10-25T05:59:00Z', {}, true],
  ])('the change of the clocks: %s', async (_what, when, params, quiet) => {
    expect((await call(when, params)).decision).toBe(quiet ? 'ask' : 'pass')
  })

  it('says what time it is, and what is asked for', async () => {
    expect((await call('2026-11-06T23:05:00+01:00')).carried).toEqual({
      question: 'Run `git push`? It is 23:05 in Europe/Berlin, and these are quiet hours (22:00–07:00).',
    })
    expect(await call('2026-11-06T23:05:00+01:00', { calls: 'block' })).toMatchObject({
      decision: 'block',
      reason: expect.stringMatching(/^It is 23:05 .* This call waits until they are over/),
    })
    expect((await call('2026-11-06T23:05:00+01:00', { calls: 'allow' })).decision).toBe('pass')
  })

  it.each([
    ['git push', run('git push origin main'), {}, true],
    ['a shell that pushes', run("sh -c 'cd x && git push'"), {}, true],
    ['a command that can’t be read', run(`${'env '.repeat(25)}ls`), {}, true],
    ['the tests', run('npm test'), {}, false],
    ['a mere mention', run('echo git push'), {}, false],
    ['a file', before('files.write', { file_path: 'a.txt' }), {}, false],
    ['a file, of which all are', before('files.write', { file_path: 'a.txt' }), { tools: '*', patterns: [] }, true],
    ['a file that is', before('files.write', { file_path: 'x/a.env' }), { tools: '*', patterns: ['*.env'] }, true],
  ])('%s in quiet hours', async (_what, event, params, asks) => {
    expect((await call('2026-11-06T23:05:00+01:00', params, event)).decision).toBe(asks ? 'ask' : 'pass')
  })

  it.each<[string, Origin, boolean]>([
    ['allow', 'webhook', false],
    ['block_unattended', 'person', false],
    ['block_unattended', 'webhook', true],
    ['block_unattended', 'mail', true],
    ['block', 'person', true],
  ])('turns with %s: one that a %s starts', async (turns, origin, blocks) => {
    expect((await start('2026-11-06T23:05:00+01:00', { turns }, origin)).decision).toBe(blocks ? 'block' : 'pass')
    expect((await start('2026-11-06T12:00:00+01:00', { turns }, origin)).decision).toBe('pass')
  })

  it('says what does not fit', async () => {
    expect(await hooks.problem(SLUG, { from: '25:00' })).toBe('from: a time is written as `22:00`')
    expect(await hooks.problem(SLUG, { timeZone: 'Berlin' })).toMatch(/^timeZone: there is no such time zone/)
    expect(await hooks.problem(SLUG, { days: [] })).toBe('days: name at least one day')
    expect(await hooks.problem(SLUG, { days: ['fri'] })).toMatch(/^days\.0/)
  })

  it('without a time zone it is the machine’s', async () => {
    const hour = new Date(Date.parse('2026-11-06T12:30:00Z')).getHours()
    const two = (n: number) => String(n).padStart(2, '0')
    const params = { timeZone: '', from: `${two(hour)}:00`, to: `${two((hour + 1) % 24)}:00` }
    expect((await call('2026-11-06T12:30:00Z', params)).decision).toBe('ask')
    expect((await call('2026-11-06T14:30:00Z', params)).decision).toBe('pass')
  })
})
