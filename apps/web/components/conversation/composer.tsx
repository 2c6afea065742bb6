'use client'
import type { SessionId } from '@belay/trace'
import { ArrowUp } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { sayError } from '../../lib/errors'
import { useDraft } from '../../lib/use-draft'
import type { Action } from '../actions/action'
import { useActions } from '../actions/use-actions'
import { CommandMenu } from '../commands/command-menu'
import { PageDialogHost } from '../commands/page-dialog'
import { useCommandMenu } from '../commands/use-command-menu'
import { useRunCommand } from '../commands/use-run-command'
import { useFolded, useOpenSession } from '../session/session-context'
import { IconButton } from '../ui/button'
import styles from './composer.module.css'
import { takeHandedText } from './handed-text'

/** What the server takes. */
const MOST = 1_048_576
const TOO_LONG =
  'A message holds 1 MiB, and this is more: nothing was pasted. Save it as a file in the workspace and name the file here.'

/** `onSent` shows where the message will stand. */
export function Composer({ onSent }: { readonly onSent: () => void }) {
  const { id, actions } = useOpenSession()
  const [text, setText] = useDraft(id)
  const [sending, setSending] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const runs = useFolded((state) => state.live !== null)
  const menu = useCommandMenu(text, setText)
  const runCommand = useRunCommand()
  useGrowing(area, text)
  useComposeAction(area)
  useHandedText(area, id)

  const send = async () => {
    const message = text.trim()
    if (message === '' || sending) return
    setSending(true)
    const typed = menu.commandIn(message)
    const isDone = typed === null ? actions.send(message) : runCommand(typed.command, typed.text)
    // The draft stays until the server has it.
    if (await isDone) {
      setText('')
      if (typed === null) onSent()
    }
    setSending(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends a composition of an input method (key code 229 in Safari) is part of the writing.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (menu.onKey(event)) return
    if (event.key === 'Escape') area.current?.blur()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void send()
  }
  /** Cut by the browser, what is lost would be noticed by nobody. */
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget
    const pasted = event.clipboardData.getData('text/plain')
    if (text.length - (selectionEnd - selectionStart) + pasted.length <= MOST) return
    event.preventDefault()
    sayError(new Error(TOO_LONG))
  }
  const isOpen = menu.commands.length > 0
  return (
    <>
      {isOpen ? <CommandMenu id={menu.id} commands={menu.commands} at={menu.at} onPick={menu.pick} /> : null}
      <form
        className={styles.composer}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <textarea
          ref={area}
          id="composer"
          className={styles.area}
          rows={1}
          maxLength={MOST}
          placeholder="Message"
          aria-label="Message to the agent"
          aria-describedby="composer-hint"
          {...(isOpen
            ? {
                role: 'combobox',
                'aria-expanded': true,
                'aria-controls': menu.id,
                'aria-activedescendant': menu.active,
              }
            : {})}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <div className={styles.foot}>
          <p className={styles.hint} id="composer-hint">
            {runs ? 'Read at the turn’s next step' : 'Enter sends · / for commands'}
          </p>
          <IconButton
            label={runs ? 'Queue' : 'Send'}
            keys="Enter"
            tone="primary"
            type="submit"
            className={styles.send}
            disabled={text.trim() === '' || sending}
          >
            <ArrowUp size={16} strokeWidth={2.4} />
          </IconButton>
        </div>
      </form>
      <PageDialogHost />
    </>
  )
}

function useGrowing(area: React.RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: its text is what it grows with
  useLayoutEffect(() => {
    const element = area.current
    if (element === null) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [area, text])
}

/** A message that was handed over is there to be edited: the cursor stands at its end. */
function useHandedText(area: React.RefObject<HTMLTextAreaElement | null>, id: SessionId): void {
  useEffect(() => {
    const element = area.current
    if (element === null || !takeHandedText(id)) return
    element.focus()
    element.setSelectionRange(element.value.length, element.value.length)
  }, [area, id])
}

function useComposeAction(area: React.RefObject<HTMLTextAreaElement | null>): void {
  useActions(
    useMemo((): readonly Action[] => {
      const run = () => area.current?.focus()
      return [
        { id: 'conversation.write', title: 'Write a message', group: 'Conversation', keys: ['C'], heard: 'page', run },
      ]
    }, [area]),
  )
}
