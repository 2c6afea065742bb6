// Asks the session's own model about a message before the message is answered.
import { defineHook } from '@belay/hooks'

export default defineHook({
  name: 'billing-question',
  description: 'Has the model say whether a message is about billing, and adds how those are answered.',
  points: ['guard.onInput'],
  async run(t, { msg }) {
    const { text } = await t.llm(`Is this question about billing? Answer yes or no.\n\n${msg}`)
    if (!/^\s*yes\b/i.test(text)) return t.useDefault
    return t.context('This is about billing: quote the price list, and promise nothing.')
  },
})
