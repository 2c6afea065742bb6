import type { HookUse } from '@belay/api'
import { attachmentId, sessionId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { attachOptions, attachTarget } from './attach-choice'

const line = (id: string, title: string, createdAt: number) => ({ id, title, createdAt })
const use = (session: string): HookUse => ({
  ...{
    session: sessionId(session),
    title: '',
    attachment: attachmentId(`att_${session}`),
    points: [],
    mode: 'enforce',
  },
})

const SESSIONS = [line('new', 'Tour', 3), line('mid', 'Fix', 2), line('old', 'Tour', 1)]

describe('the session that a hook is attached to', () => {
  it.each([
    ['the first, where none has it', [], null, 'new'],
    ['the first that has it not', ['new'], null, 'mid'],
    ['asked for, where all have it', ['new', 'mid', 'old'], null, null],
    ['the one that was chosen, also where it has it', ['new'], 'new', 'new'],
    ['another, where what was chosen is gone', ['new'], 'gone', 'mid'],
  ])('is %s', (_, having, chosen, target) => {
    expect(attachTarget(attachOptions(SESSIONS, having.map(use)), chosen)?.id ?? null).toBe(target)
  })

  it('is told apart from one of the same title by age', () => {
    expect(attachOptions(SESSIONS, []).map(({ label }) => label)).toEqual(['Tour #2', 'Fix', 'Tour #1'])
  })
})
