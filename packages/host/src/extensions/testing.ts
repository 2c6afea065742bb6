/** An extension of tools and commands under a test: its contributions called as a session calls them. */
import { callId, sessionId } from '@belay/trace'
import type { Extension } from './extension'
import type { KeptValue } from './kept-value'

export function keptInMemory<T>(empty: T): KeptValue<T> {
  const kept = new Map<string, T>()
  return { read: (key) => kept.get(key) ?? empty, write: (key, value) => void kept.set(key, value) }
}

export function using({ plugins }: Extension, workspace = '/w') {
  const tools = plugins.flatMap((plugin) => (plugin.kind === 'tool' ? plugin.tools() : []))
  const commands = plugins.flatMap((plugin) => (plugin.kind === 'command' ? plugin.commands() : []))
  const notes: string[] = []
  const place = { session: sessionId('s'), workspace, signal: new AbortController().signal }
  const context = { ...place, note: (text: string) => void notes.push(text) }
  const files = { changing: async () => () => undefined }
  return {
    notes,
    call(name: string, args = {}) {
      const tool = tools.find((one) => one.name === name)
      if (tool === undefined) throw new Error(`there is no tool ${name}`)
      return tool.run(args, { ...place, turn: null, call: callId('c'), files })
    },
    async type(...args: readonly string[]) {
      const [command] = commands
      if (command === undefined) throw new Error('there is no command')
      return command.run(args, context)
    },
    contexts: () =>
      Promise.all(
        plugins.flatMap((plugin) =>
          plugin.kind === 'context' ? [plugin.load({ ...place, home: '/h', trusted: true, settings: {} })] : [],
        ),
      ),
  }
}
