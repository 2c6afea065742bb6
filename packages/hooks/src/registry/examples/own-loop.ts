/** A whole loop in the smallest: what a person says, a tool, and a stop that hooks hold up or make final. */
import type { Message, Registry } from '../index'

/** What your model would do: it calls a tool once, then says that it is done, as often as it is asked. */
export interface Model {
  next(messages: readonly Message[]): { readonly tool: string } | { readonly text: string }
}

export async function runLoop(registry: Registry, model: Model, prompt: string, signal: AbortSignal): Promise<string> {
  await registry.fireSessionStart(signal)
  const context = await registry.fireUserPromptSubmit(prompt, signal)
  const messages: Message[] = [{ role: 'user', content: context === '' ? prompt : `${prompt}\n${context}` }]
  try {
    for (;;) {
      const reply = model.next(messages)
      if ('tool' in reply) messages.push(await runTool(registry, reply.tool, signal))
      else {
        messages.push({ role: 'assistant', content: reply.text })
        const { prevent, blockingErrors, message } = await registry.stop(messages, signal)
        if (prevent) return message ?? reply.text
        if (blockingErrors.length === 0 || signal.aborted) return reply.text
        for (const content of blockingErrors) messages.push({ role: 'user', content })
      }
    }
  } finally {
    await registry.fireSessionEnd()
  }
}

async function runTool(registry: Registry, name: string, signal: AbortSignal): Promise<Message> {
  const { block, message, input } = await registry.preToolUse(name, {}, signal)
  if (block) return { role: 'tool', content: `refused: ${message}` }
  const result = `${name} ran with ${JSON.stringify(input)}`
  await registry.postToolUse(name, input, result, false, signal)
  return { role: 'tool', content: result }
}
