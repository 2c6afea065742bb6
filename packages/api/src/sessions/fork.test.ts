import { foldAll } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { ended, until } from '../testing/until'
import { freshFolder, openTest } from '../testing/world'

describe('fork', () => {
  it('works', async () => {
    const belay = await openTest({ steps: [{ text: 'Hello.' }, { text: 'Again.' }] })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'hi')
    await until(belay, id, ended)
    const facts = await belay.forkSession(id, {})
    const state = foldAll(await until(belay, facts.id, () => true))
    expect(state.rows.map((row) => row.kind)).toEqual(['input', 'reply'])
    expect(await belay.sessions()).toHaveLength(2)
  })
})
