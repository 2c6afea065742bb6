'use client'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { Keys } from '../ui/keys'
import styles from './search-box.module.css'

/** About the pause between two words: the list is asked for once a word, not once a letter. */
const PAUSE_MS = 180

interface Props {
  readonly ref: Ref<HTMLInputElement>
  readonly search: string
  readonly onSearch: (text: string) => void
  /** Goes on to the list. */
  readonly onDown: () => void
}

export function SearchBox({ ref, search, onSearch, onDown }: Props) {
  const { text, write, settle } = useLateText(search, onSearch)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') settle(text)
    if (event.key === 'Escape' && text !== '') settle('')
    else if (event.key === 'Escape' && event.currentTarget instanceof HTMLElement) event.currentTarget.blur()
    if (event.key === 'ArrowDown' || event.key === 'Enter') onDown()
    if (['ArrowDown', 'Enter', 'Escape'].includes(event.key)) event.preventDefault()
  }
  return (
    <search className={styles.search}>
      <Search size={15} aria-hidden />
      <input
        ref={ref}
        type="search"
        placeholder="Titles, folders, prompts"
        aria-label="Search sessions"
        aria-keyshortcuts="/"
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text === '' ? (
        <Keys keys="/" />
      ) : (
        <button type="button" className={styles.clear} aria-label="Clear the search" onClick={() => settle('')}>
          <X size={14} />
        </button>
      )}
    </search>
  )
}

/** What is written at once, and told after a pause. What is told from elsewhere (the back button) is taken over. */
function useLateText(told: string, tell: (text: string) => void) {
  const [text, setText] = useState(told)
  const [heard, setHeard] = useState(told)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  if (told !== heard) {
    setHeard(told)
    setText(told)
  }
  const settle = (next: string) => {
    if (timer.current !== null) clearTimeout(timer.current)
    setText(next)
    setHeard(next)
    tell(next)
  }
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
    },
    [],
  )
  const write = (next: string) => {
    setText(next)
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = setTimeout(() => settle(next), PAUSE_MS)
  }
  return { text, write, settle }
}
