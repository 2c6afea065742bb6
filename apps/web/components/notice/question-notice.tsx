'use client'
/**
 * A question that waits in a hidden tab is told by the desktop, where the person wants that. It names session, asker and tool and
 * nothing of the call; several tabs of one session tell it once. A click leads to the question.
 */
import type { Question } from '@belay/trace'
import { useEffect, useRef } from 'react'
import { pageActions } from '../actions/use-actions'
import { GO_TO_QUESTION } from '../conversation/use-question-keys'
import { useFolded } from '../session/session-context'
import { noticeState } from './notice-setting'

/** Draws nothing. */
export function QuestionNotice() {
  const title = useFolded(({ session }) => session?.title ?? 'Belay')
  const open = useFolded(({ questions }) => [...questions.values()].find(({ answer }) => answer === null) ?? null)
  const told = useRef<Notification | null>(null)
  const question = open?.question ?? null
  useEffect(() => {
    const last = told
    if (question === null || !document.hidden || noticeState() !== 'on') return
    last.current = tell(title, question)
    // Answered elsewhere: it is no news any more.
    return () => last.current?.close()
  }, [question, title])
  return null
}

function tell(title: string, { id, hook, call }: Question): Notification {
  const body = `${hook ?? 'Permission'} asks about ${call.name}.`
  const notice = new Notification(`A question waits: ${title}`, { body, tag: id, requireInteraction: true })
  notice.onclick = () => {
    window.focus()
    pageActions.all.find((action) => action.id === GO_TO_QUESTION)?.run()
    notice.close()
  }
  return notice
}
