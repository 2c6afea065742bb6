'use client'
/** Commands while a message is written: which may be meant, which one the arrows are at, and what its keys do. */
import type { CommandFacts } from '@belay/api'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { commandsQuery } from '../../lib/queries'
import { useFolded, useOpenSession } from '../session/session-context'
import { optionId } from './command-menu'
import { matching, typedCommand } from './typed-command'

export interface CommandChoice {
  readonly id: string
  readonly commands: readonly CommandFacts[]
  readonly at: number
  /** Of the option that is active, for the text. */
  readonly active: string | undefined
  pick(command: CommandFacts): void
  /** Whether the key was the menu's. */
  onKey(event: KeyboardEvent): boolean
  /** The command that a message is; null where it is none of this session's. */
  commandIn(message: string): { readonly command: CommandFacts; readonly text: string } | null
}

export function useCommandMenu(text: string, setText: (text: string) => void): CommandChoice {
  const { id: session } = useOpenSession()
  const id = useId()
  const hash = useFolded(({ composition }) => composition?.hash ?? '')
  const typed = typedCommand(text)
  const { data = [] } = useQuery({ ...commandsQuery(session, hash), enabled: typed !== null })
  const [moved, setMoved] = useState({ text: '', at: 0 })
  const [closed, setClosed] = useState<string | null>(null)
  const open = typed !== null && !typed.named && closed !== text
  const commands = open ? matching(data, typed.name) : []
  const at = moved.text === text ? Math.min(moved.at, commands.length - 1) : 0
  const pick = (command: CommandFacts) => setText(`/${command.name} `)
  const step = (by: number) => setMoved({ text, at: (at + by + commands.length) % commands.length })
  const active = commands[at]
  return {
    ...{ id, commands, at, pick },
    active: active === undefined ? undefined : optionId(id, active.name),
    onKey(event) {
      if (active === undefined) return false
      // Named already: it is meant as it stands.
      const isWhole = typed !== null && typed.name === active.name
      if (event.key === 'ArrowDown') step(1)
      else if (event.key === 'ArrowUp') step(-1)
      else if (event.key === 'Escape') setClosed(text)
      else if (event.key === 'Tab' && !event.shiftKey) pick(active)
      else if (event.key === 'Enter' && !event.shiftKey && !isWhole) pick(active)
      else return false
      event.preventDefault()
      return true
    },
    commandIn(message) {
      const meant = typedCommand(message)
      const command = data.find(({ name }) => name === meant?.name)
      return meant === null || command === undefined ? null : { command, text: meant.text }
    },
  }
}
