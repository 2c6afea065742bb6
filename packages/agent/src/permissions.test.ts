import { describe, expect, test } from 'vitest'
import { type Judged, judge, type Permission } from './permissions'
import type { Need } from './tool'

const FREE: Need = { access: 'free' }
const INSIDE: Need = { access: 'ask', kind: 'run:npm', outside: false, question: 'Run npm?' }
const OUTSIDE: Need = { access: 'ask', kind: 'files.read', outside: true, question: 'Read /etc?' }
const PASS = { say: 'pass' } as const
const ALLOW = { say: 'allow' } as const
const HOOK_ASKS = { say: 'ask', hook: 'careful', question: 'Really?' } as const
const GRANTED = { granted: true }
const HEADLESS = { headless: true }

const RUN: Permission = { say: 'run' }
const ASK: Permission = { say: 'ask', hook: null, text: 'Run npm?', kind: 'run:npm' }
const ASK_OUTSIDE: Permission = { say: 'ask', hook: null, text: 'Read /etc?', kind: null }
const ASK_FOR_HOOK: Permission = { say: 'ask', hook: 'careful', text: 'Really?', kind: null }
const REFUSE = { say: 'refuse' }

describe('may a call run', () => {
  test.each<readonly [string, Need, Judged['mode'], Judged['hooks'], Partial<Judged>, object]>([
    ['what touches nothing runs', FREE, 'ask', PASS, {}, RUN],
    ['also where everything that is asked is refused', FREE, 'deny', PASS, HEADLESS, RUN],
    ['a program is asked for', INSIDE, 'ask', PASS, {}, ASK],
    ['once: its kind was permitted for the session', INSIDE, 'ask', PASS, GRANTED, RUN],
    ['auto answers for what is inside', INSIDE, 'auto', PASS, {}, RUN],
    ['deny refuses what would be asked', INSIDE, 'deny', PASS, {}, REFUSE],
    ['deny refuses also what was permitted before', INSIDE, 'deny', PASS, GRANTED, REFUSE],
    ['what is outside is always asked, and not for the session', OUTSIDE, 'ask', PASS, GRANTED, ASK_OUTSIDE],
    ['auto does not answer for what is outside', OUTSIDE, 'auto', PASS, {}, ASK_OUTSIDE],
    ['a hook’s allow skips the question', INSIDE, 'ask', ALLOW, {}, RUN],
    ['a hook’s allow skips it also outside', OUTSIDE, 'ask', ALLOW, {}, RUN],
    ['a hook’s allow never lifts a refusal', INSIDE, 'deny', ALLOW, {}, REFUSE],
    ['a hook’s ask is put where nothing else would be', FREE, 'ask', HOOK_ASKS, {}, ASK_FOR_HOOK],
    ['a hook’s ask is put in auto', INSIDE, 'auto', HOOK_ASKS, {}, ASK_FOR_HOOK],
    ['a hook’s ask is put for what was permitted', INSIDE, 'ask', HOOK_ASKS, GRANTED, ASK_FOR_HOOK],
    ['a hook’s ask is put in deny, where nothing else would be asked', FREE, 'deny', HOOK_ASKS, {}, ASK_FOR_HOOK],
    ['a hook’s ask never lifts a refusal', INSIDE, 'deny', HOOK_ASKS, {}, REFUSE],
    ['one card serves hook and permission', INSIDE, 'ask', HOOK_ASKS, {}, ASK_FOR_HOOK],
    ['headless, a question is a refusal', INSIDE, 'ask', PASS, HEADLESS, REFUSE],
    ['headless, what was permitted runs', INSIDE, 'ask', PASS, { ...HEADLESS, ...GRANTED }, RUN],
    ['headless, auto answers for what is inside', INSIDE, 'auto', PASS, HEADLESS, RUN],
    ['headless, auto refuses what is outside', OUTSIDE, 'auto', PASS, HEADLESS, REFUSE],
    ['headless, a hook’s ask is refused', FREE, 'ask', HOOK_ASKS, HEADLESS, REFUSE],
    ['headless, auto never answers a hook’s ask', FREE, 'auto', HOOK_ASKS, HEADLESS, REFUSE],
    ['headless, deny refuses a hook’s ask', FREE, 'deny', HOOK_ASKS, HEADLESS, REFUSE],
    ['headless, a hook’s allow leaves nothing to ask', INSIDE, 'ask', ALLOW, HEADLESS, RUN],
  ])('%s', (_, need, mode, hooks, more, expected) => {
    expect(judge({ need, mode, hooks, headless: false, granted: false, ...more })).toMatchObject(expected)
  })

  test('a refusal says what would have been asked', () => {
    const judged = { need: INSIDE, hooks: PASS, headless: true, granted: false } as const
    expect(judge({ ...judged, mode: 'ask' })).toEqual({ say: 'refuse', reason: 'nobody is there to answer: Run npm?' })
    expect(judge({ ...judged, mode: 'deny' })).toEqual({ say: 'refuse', reason: 'permission mode "deny": Run npm?' })
  })
})
