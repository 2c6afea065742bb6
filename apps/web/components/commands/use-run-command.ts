'use client'
import type { CommandFacts } from '@belay/api'
import { api } from '../../lib/api'
import { sayError, sayQuietly } from '../../lib/errors'
import { useOpenSession } from '../session/session-context'
import { openPage } from './page-open'

/** Runs what was typed. False where it could not be: what was typed is kept then. */
export function useRunCommand(): (command: CommandFacts, text: string) => Promise<boolean> {
  const { id } = useOpenSession()
  return async ({ name }, text) => {
    try {
      const reply = await api.runCommand(id, name, text)
      if (reply.kind === 'page') openPage(name)
      if (reply.kind === 'text') sayQuietly(reply.text)
      return true
    } catch (error) {
      sayError(error)
      return false
    }
  }
}
