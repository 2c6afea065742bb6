import { describe, expect, it } from 'vitest'
import { builtIns } from '../testing/built-ins'

const input = (turn: number, sessionId: string) => ({
  ...({ point: 'guard.onInput', event: { msg: 'hi', origin: 'person' }, id: 'att_told' } as const),
  facts: { turn, turnId: `trn_${turn}`, sessionId },
})

describe('add-context in another process than the one that told the session', () => {
  const hooks = builtIns({ hasSpoken: (session, attachment) => session === 'ses_told' && attachment === 'att_told' })
  const said = async (every: string, asked: ReturnType<typeof input>, id = asked.id as string) =>
    (await hooks.ask('add-context', { text: 'mind', every }, { ...asked, id })).context

  it('says once a session what the record shows that it said', async () => {
    expect(await said('session', input(2, 'ses_told'))).toEqual([])
    expect(await said('session', input(3, 'ses_told'))).toEqual([])
  })

  it('speaks to a session that it did not speak to, and as another attachment', async () => {
    expect(await said('session', input(1, 'ses_new'))).toEqual(['mind'])
    expect(await said('session', input(2, 'ses_told'), 'att_other')).toEqual(['mind'])
  })

  it('says once a turn in each turn', async () => {
    expect(await said('turn', input(7, 'ses_told'))).toEqual(['mind'])
    expect(await said('turn', input(7, 'ses_told'))).toEqual([])
    expect(await said('turn', input(8, 'ses_told'))).toEqual(['mind'])
  })
})
