'use client'
/** The home's `hooks.json` as it is written. */
import type { CommandFileText } from '@belay/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWrittenText, type WrittenText } from '../hooks-editor/use-written-text'
import { COMMANDS, commandFileQuery, commandsApi } from './commands-api'

export interface WrittenCommands extends WrittenText<CommandFileText> {
  readonly error: unknown
}

export function useCommandFile(): WrittenCommands {
  const queries = useQueryClient()
  const { data, error } = useQuery(commandFileQuery)
  const { queryKey } = commandFileQuery
  const reread = () => queries.invalidateQueries({ queryKey })
  const file = useWrittenText<CommandFileText>({
    slug: COMMANDS,
    disk: data,
    async save({ base, text }) {
      const saved = await commandsApi.save({ text, expect: base })
      queries.setQueryData(queryKey, saved)
      return saved
    },
    reread,
    settled: reread,
  })
  return { ...file, error }
}
