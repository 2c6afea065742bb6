/** Searching the turn: names, arguments and results. Enter goes to the next hit, Shift+Enter to the one before. */
'use client'

import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '../components/ui/button'
import css from './timeline.module.css'
import type { TimelineActions } from './timeline-actions'
import type { FindView } from './timeline-tools'

interface Props {
  readonly find: FindView
  readonly actions: TimelineActions
  /** The keyboard goes back to where it came from. */
  readonly onClosed: () => void
}

export function TimelineFind({ find, actions, onClosed }: Props) {
  const input = useRef<HTMLInputElement>(null)
  // The board answers in its next frame: what is typed meanwhile must not wait for it.
  const [text, setText] = useState(find.query)
  useEffect(() => input.current?.focus(), [])
  const close = () => {
    actions.find(null)
    onClosed()
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && event.target === input.current) actions.goToHit(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search className={css.find} onKeyDown={keyDown} data-testid="timeline-find">
      <input
        ref={input}
        className={css.query}
        type="text"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          actions.find(event.target.value)
        }}
        placeholder="Names, arguments, results"
        aria-label="Search names, arguments and results of this turn"
        spellCheck={false}
        autoComplete="off"
      />
      <span className={css.count} role="status">
        {countText(find)}
      </span>
      <IconButton small label="Hit before" keys="Shift+Enter" onClick={() => actions.goToHit(-1)}>
        <ChevronUp size={14} />
      </IconButton>
      <IconButton small label="Next hit" keys="Enter" onClick={() => actions.goToHit(1)}>
        <ChevronDown size={14} />
      </IconButton>
      <IconButton small label="Close the search" keys="Esc" onClick={close}>
        <X size={14} />
      </IconButton>
    </search>
  )
}

function countText({ query, count, nth, cut }: FindView): string {
  if (query.trim() === '') return ''
  const number = count.toLocaleString('en')
  const found = count === 0 ? 'nothing found' : nth > 0 ? `${nth.toLocaleString('en')} of ${number}` : `${number} found`
  return cut === 0 ? found : `${found}, ${cut} long texts searched in part`
}
