// Keeps a note that outlives the session, the process and the day.
import { defineHook } from '@belay/hooks'

export default defineHook({
  name: 'daily-digest',
  description: 'Asks for a digest once a day, in whichever session comes first.',
  points: ['guard.onInput'],
  async run(t) {
    const today = new Date().toISOString().slice(0, 10)
    const seen = (await t.store.get('last-digest')) ?? ''
    if (seen === today || t.spawned) return t.useDefault
    await t.store.set('last-digest', today)
    const since = seen === '' ? '' : ` since ${String(seen)}`
    return t.context(`It is ${today}: begin with a digest of what changed${since}.`)
  },
})
