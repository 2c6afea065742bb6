'use client'
/**
 * A question that waits for the person, about one call. Its keys work while it has the focus, nobody is writing, and it has
 * stood for a moment. Answered in another tab it takes no more answers; a form that was open stays, with what was written.
 */
import type { Answer, QuestionState } from '@belay/trace'
import { type KeyboardEvent, useRef, useState } from 'react'
import { questionKeys } from '../../lib/question-keys'
import { waitingBehind } from '../../lib/view/call-subject'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { isWriting } from '../session/keys-sheet'
import { useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import { Inline } from '../ui/inline'
import { ArgumentsView } from './arguments-view'
import styles from './question-card.module.css'
import { DenyForm, EditForm } from './question-forms'
import { useHeld } from './row-scope'
import { handFocusOn, useCardArrival } from './use-question-keys'

type Given = Exclude<Answer, { say: 'closed' }>
type Mode = 'choose' | 'edit' | 'deny'

export function QuestionCard({ question: { question, answer } }: { readonly question: QuestionState }) {
  const { state, select } = useOpenSession()
  const [mode, setMode] = useState<Mode>('choose')
  const [mine, setMine] = useState(false)
  useHeld(mode !== 'choose')
  // What is half written must not vanish because somebody else was quicker.
  const kept = answer !== null && !mine && mode !== 'choose'
  if (answer !== null && !kept)
    return <AnsweredCard asker={question.hook ?? 'Permission'} text={question.text} answer={answer} />
  return (
    <OpenCard {...{ question, mode, setMode, setMine }} elsewhere={answer} behind={waitingBehind(state, question)}>
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
  /** The answer that was given elsewhere while somebody wrote here, or null. */
  readonly elsewhere: Answer | null
  /** What it holds up. */
  readonly behind: readonly string[]
  readonly mode: Mode
  readonly setMode: (mode: Mode) => void
  /** Says whether the answer comes from here. */
  readonly setMine: (mine: boolean) => void
  readonly children: React.ReactNode
}

function OpenCard({ question, elsewhere, behind, mode, setMode, setMine, children }: OpenProps) {
  const card = useRef<HTMLElement>(null)
  const ready = useCardArrival(card, elsewhere === null ? question.id : `${question.id} answered`)
  const { busy, give } = useGive(question.id, setMine)
  const closed = elsewhere !== null
  const back = () => {
    setMode('choose')
    if (closed) handFocusOn()
    else card.current?.focus()
  }
  const onKeyDown = useCardKeys({ kind: question.kind, off: busy || closed || mode !== 'choose', give, setMode })
  return (
    <section
      ref={card}
      className={styles.card}
      data-question={closed ? 'closed' : 'open'}
      data-keys={ready ? 'heard' : 'quiet'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the card takes the focus so that its keys can be pressed
      tabIndex={0}
      onKeyDown={onKeyDown}
      aria-label={`Question: ${question.text}`}
    >
      {children}
      {elsewhere === null ? null : <Elsewhere answer={elsewhere} onDismiss={back} />}
      {mode === 'choose' ? <Choices kind={question.kind} busy={busy} onGive={give} onMode={setMode} /> : null}
      {mode === 'edit' ? (
        <EditForm
          name={question.call.name}
          args={question.call.args}
          {...{ busy, closed }}
          onCancel={back}
          onAllow={(args) => give({ say: 'allow', scope: 'once', args })}
        />
      ) : null}
      {mode === 'deny' ? (
        <DenyForm {...{ busy, closed }} onCancel={back} onDeny={(reason) => give({ say: 'deny', reason })} />
      ) : null}
      {behind.length === 0 ? null : (
        <p className={styles.behind}>
          Waiting behind it: <span className={styles.calls}>{behind.join(', ')}</span>
        </p>
      )}
    </section>
  )
}

function useGive(question: QuestionState['question']['id'], setMine: (mine: boolean) => void) {
  const { actions } = useOpenSession()
  const [busy, setBusy] = useState(false)
  const give = async (answer: Given) => {
    setBusy(true)
    setMine(true)
    const given = await actions.answer(question, answer)
    if (given) handFocusOn()
    else setMine(false)
    setBusy(false)
  }
  return { busy, give }
}

interface CardKeys {
  readonly kind: string | null
  readonly off: boolean
  readonly give: (answer: Given) => unknown
  readonly setMode: (mode: Mode) => void
}

/** A letter that is not taken goes on to whoever hears all of them: it may be the middle of a word. */
function useCardKeys({ kind, off, give, setMode }: CardKeys) {
  const keys: Readonly<Record<string, () => unknown>> = {
    a: () => give({ say: 'allow', scope: 'once', args: null }),
    s: () => (kind === null ? null : give({ say: 'allow', scope: 'session', args: null })),
    e: () => setMode('edit'),
    d: () => setMode('deny'),
  }
  return (event: KeyboardEvent) => {
    const act = keys[event.key.toLowerCase()]
    if (act === undefined || off || isWriting(event.target)) return
    if (event.metaKey || event.ctrlKey || event.altKey || event.repeat) return
    if (!questionKeys.listens(event.timeStamp)) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
}

function Elsewhere({ answer, onDismiss }: { readonly answer: Answer; readonly onDismiss: () => void }) {
  return (
    <div className={styles.elsewhere} role="status">
      <p>
        {answer.say === 'closed'
          ? `It takes no answer any more. ${answerText(answer)}.`
          : `Answered in another tab or terminal: ${answerText(answer).toLowerCase()}.`}{' '}
        What you wrote was not sent.
      </p>
      <Button small onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
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
