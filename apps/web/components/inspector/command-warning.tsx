'use client'
/** Of a command that never starts: said on its node until it has run once. */
import type { Attachment } from '@belay/trace'
import { warningOf } from '../../lib/view/command-words'
import { useOpenSession, useShown, useTurnEvents } from '../session/session-context'
import { Warning } from './command-ran'

export function CommandWarning({ hook }: { readonly hook: Attachment }) {
  const { state } = useOpenSession()
  const { turn } = useShown()
  useTurnEvents(turn)
  const last = state.turns
    .flatMap(({ verdicts }) => verdicts)
    .findLast(({ verdict }) => verdict.hookId === hook.id && verdict.command !== undefined)
  return <Warning text={last === undefined ? null : warningOf(last.verdict)} />
}
