/** What the thread that starts commands is told, and what it tells. Everything can be cloned. */
import type { CommandRequest, CommandRun } from '../../run'
import type { Env } from '../start-line'

export type ToThread =
  | { readonly do: 'warm'; readonly env: Env }
  | { readonly do: 'run'; readonly id: number; readonly request: Omit<CommandRequest, 'signal'> }
  | { readonly do: 'stop'; readonly id: number }
  | { readonly do: 'settle'; readonly id: number }
  | { readonly do: 'close' }

export type FromThread =
  /** It takes commands from now on. */
  | { readonly ready: true }
  | { readonly ran: number; readonly run: CommandRun }
  | { readonly settled: number }
  /** Nothing of it is left; the thread ends. */
  | { readonly closed: true }
