'use client'
import type { Answer, QuestionState } from '@belay/trace'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { isWriting } from '../session/keys-sheet'
import { useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
/**
 * A question that waits for the person, about one call. Its keys work while it has the focus and nobody is writing.
 * Answered in another tab it says so and takes no more answers.
 */
import { Inline } from '../ui/inline'
import { ArgumentsView } from './arguments-view'
import styles from './question-card.module.css'
import { DenyForm, EditForm } from './question-forms'

type Given = Exclude<Answer, { say: 'closed' }>
type Mode = 'choose' | 'edit' | 'deny'

export function QuestionCard({ question: { question, answer } }: { readonly question: QuestionState }) {
  const { select } = useOpenSession()
  if (answer !== null)
    return <AnsweredCard asker={question.hook ?? 'Permission'} text={question.text} answer={answer} />
  return (
    <OpenCard question={question}>
      <header className={styles.head}>
        <VerdictGlyph mark="ask" size={18} label="" />
        <h3 className={styles.asker}>{question.hook ?? 'Permission'}</h3>
        <button type="button" className={styles.why} onClick={() => select({ kind: 'span', span: question.span })}>
          why?
        </button>
      </header>
      <p className={styles.text}>
        <Inline text={question.text} />
      </p>
      <ArgumentsView name={question.call.name} args={question.call.args} />
    </OpenCard>
  )
}

interface OpenProps {
  readonly question: QuestionState['question']
  readonly children: React.ReactNode
}

function OpenCard({ question, children }: OpenProps) {
  const { actions } = useOpenSession()
  const [mode, setMode] = useState<Mode>('choose')
  const [busy, setBusy] = useState(false)
  const card = useRef<HTMLElement>(null)
  useQuestionKey(card)
  const give = async (answer: Given) => {
    setBusy(true)
    await actions.answer(question.id, answer)
    setBusy(false)
  }
  const keys: Readonly<Record<string, () => unknown>> = {
    a: () => give({ say: 'allow', scope: 'once', args: null }),
    s: () => (question.kind === null ? null : give({ say: 'allow', scope: 'session', args: null })),
    e: () => setMode('edit'),
    d: () => setMode('deny'),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setMode('choose')
      card.current?.focus()
    }
    const act = keys[event.key.toLowerCase()]
    if (act === undefined || busy || isWriting(event.target) || event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <section
      ref={card}
      className={styles.card}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the card takes the focus so that its keys can be pressed
      tabIndex={0}
      onKeyDown={onKeyDown}
      aria-label={`Question: ${question.text}`}
    >
      {children}
      {mode === 'choose' ? <Choices kind={question.kind} busy={busy} onGive={give} onMode={setMode} /> : null}
      {mode === 'edit' ? (
        <EditForm
          name={question.call.name}
          args={question.call.args}
          busy={busy}
          onCancel={() => setMode('choose')}
          onAllow={(args) => give({ say: 'allow', scope: 'once', args })}
        />
      ) : null}
      {mode === 'deny' ? (
        <DenyForm busy={busy} onCancel={() => setMode('choose')} onDeny={(reason) => give({ say: 'deny', reason })} />
      ) : null}
      {question.behind.length === 0 ? null : (
        <p className={styles.behind}>
          Waiting behind it: <span className={styles.calls}>{question.behind.join(', ')}</span>
        </p>
      )}
    </section>
  )
}

interface ChoicesProps {
  readonly kind: string | null
  readonly busy: boolean
  readonly onGive: (answer: Given) => void
  readonly onMode: (mode: Mode) => void
}

function Choices({ kind, busy, onGive, onMode }: ChoicesProps) {
  return (
    <>
      <div className={styles.buttons} data-count={kind === null ? 3 : 4}>
        <Button
          tone="ask"
          small
          disabled={busy}
          aria-keyshortcuts="A"
          onClick={() => onGive({ say: 'allow', scope: 'once', args: null })}
        >
          Allow once
        </Button>
        {kind === null ? null : (
          <Button
            small
            disabled={busy}
            aria-keyshortcuts="S"
            title={`Every ${kind} of this session`}
            onClick={() => onGive({ say: 'allow', scope: 'session', args: null })}
          >
            For this session
          </Button>
        )}
        <Button small disabled={busy} aria-keyshortcuts="E" onClick={() => onMode('edit')}>
          Edit…
        </Button>
        <Button tone="danger" small disabled={busy} aria-keyshortcuts="D" onClick={() => onMode('deny')}>
          Deny…
        </Button>
      </div>
      <p className={styles.keys}>
        <kbd>A</kbd> allow
        {kind === null ? null : (
          <>
            {' '}
            · <kbd>S</kbd> session
          </>
        )}{' '}
        · <kbd>E</kbd> edit · <kbd>D</kbd> deny
      </p>
    </>
  )
}

function AnsweredCard({
  asker,
  text,
  answer,
}: {
  readonly asker: string
  readonly text: string
  readonly answer: Answer
}) {
  return (
    <section className={styles.answered} aria-label={`Answered question: ${text}`}>
      <VerdictGlyph mark="ask" size={14} label="" />
      <p>
        <span className={styles.asker}>{asker}</span> asked: <Inline text={text} />{' '}
        <span className={styles.answer}>{answerText(answer)}</span>
      </p>
    </section>
  )
}

function answerText(answer: Answer): string {
  switch (answer.say) {
    case 'allow': {
      const how = answer.scope === 'once' ? 'Allowed once' : 'Allowed for this session'
      return answer.args === null ? how : `${how}, with edited arguments`
    }
    case 'deny':
      // The reason stands on the call, above.
      return 'Denied'
    case 'closed':
      return `Closed: ${answer.reason}`
  }
}

/** `Q` goes to the question from anywhere. */
function useQuestionKey(card: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'q' || isWriting(event.target) || event.metaKey || event.ctrlKey || event.altKey) return
      card.current?.focus()
      card.current?.scrollIntoView({ block: 'nearest' })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [card])
}
