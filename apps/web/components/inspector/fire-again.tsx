'use client'
/** The event of a hook's call, asked once more of the hook as it is today: its new word beside the old one. Changes nothing. */
import { isBrought } from '@belay/canvas'
import type { Attachment, Json, PointId, SpanId, Verdict } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { Flame, SquarePen, SquareTerminal } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { api, type ChainLink } from '../../lib/api'
import { sayError, sayQuietly, sentenceOf } from '../../lib/errors'
import { libraryQuery } from '../../lib/queries'
import { diffValues, isObject } from '../../lib/view/diff'
import { fireLine } from '../../lib/view/fire-line'
import { verdictMark } from '../../lib/view/mark'
import { sameJson } from '../../lib/view/same-json'
import { describeVerdict } from '../../lib/view/sentences'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { useFolded, useOpenSession } from '../session/session-context'
import { Button, IconButton } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { Inline } from '../ui/inline'
import { CommandRan } from './command-ran'
import { DiffView } from './diff-view'
import styles from './why.module.css'

interface Props {
  readonly link: ChainLink
  readonly point: PointId
  readonly span: SpanId
}

type Fired = { readonly verdict: Verdict } | { readonly trouble: string }

export function FireAgain({ link, span }: Props) {
  const { id, state } = useOpenSession()
  const hook = useFolded((folded) => folded.composition?.hooks.find((one) => one.id === link.hookId) ?? null)
  const [fired, setFired] = useState<Fired | null>(null)
  const [busy, setBusy] = useState(false)
  const workspace = state.session?.workspace ?? ''
  const fire = async () => {
    if (hook === null) return
    setBusy(true)
    setFired(await fireNow({ session: id, span, hook, workspace }))
    setBusy(false)
  }
  const copyLine = () =>
    api
      .firedEvent(id, span)
      .then((event) => navigator.clipboard.writeText(fireLine(event, { hook, session: id, workspace })))
      .then(() => sayQuietly('The command line was copied, with the event and the parameters of today.'))
      .catch(sayError)
  return (
    <>
      <div className={styles.ways}>
        <Button small disabled={hook === null || busy} onClick={fire}>
          <Flame size={13} />
          {busy ? 'Asking…' : link.source === 'command' ? 'Run again' : 'Fire again'}
        </Button>
        <OpenInEditor hook={hook} />
        <span className={styles.gap} />
        <IconButton label="Copy as a belay fire command line" small onClick={copyLine}>
          <SquareTerminal size={14} />
        </IconButton>
        <CopyButton label="Copy the verdict as JSON" text={() => JSON.stringify(link, null, 2)} />
      </div>
      {hook === null ? <p className={styles.facts}>It is not attached any more, so it can’t be asked again.</p> : null}
      {fired === null ? null : <ThenAndNow then={link.verdict} fired={fired} />}
    </>
  )
}

function OpenInEditor({ hook }: { readonly hook: Attachment | null }) {
  const { data: library } = useQuery(libraryQuery)
  const own = library?.find(({ slug, builtIn }) => slug === hook?.hook && !builtIn)
  if (own === undefined) return null
  return (
    <Link className={styles.editor} href={`/hooks?hook=${encodeURIComponent(own.slug)}`}>
      <SquarePen size={13} aria-hidden />
      Open in editor
    </Link>
  )
}

interface Firing {
  readonly session: Parameters<typeof api.firedEvent>[0]
  readonly span: SpanId
  readonly hook: Attachment
  readonly workspace: string
}

/** What was brought is asked as its session has it, alone; a command gets what it got then, to the letter. */
async function fireNow({ session, span, hook, workspace }: Firing): Promise<Fired> {
  const brought = isBrought(hook)
  const { params, onFailure } = hook
  const mode = hook.mode === 'shadow' ? 'shadow' : 'enforce'
  try {
    const { point, event } = await eventOf(session, span, hook)
    const outcome = await api.fire({
      ...{ point, event, rewrites: 'first', stopAtFirstBlock: false },
      attach: brought ? [] : [{ hook: hook.hook, params, onFailure, mode, points: [point] }],
      ...(brought ? { only: hook.hook } : {}),
      session: brought ? session : null,
      workspace: brought ? null : workspace,
    })
    const verdict = outcome.verdicts.find((one) => (brought ? one.hookId === hook.id : one.hook === hook.name))
    return verdict === undefined ? { trouble: 'It does not stand at this point any more.' } : { verdict }
  } catch (error) {
    return { trouble: sentenceOf(error) }
  }
}

async function eventOf(session: Firing['session'], span: SpanId, { source }: Attachment) {
  const fired = await api.firedEvent(session, span)
  if (source !== 'command') return fired
  const { payload } = await api.spanDetail(session, span)
  const given: Json = typeof payload === 'string' ? JSON.parse(payload) : null
  return isObject(given) ? { point: fired.point, event: given } : fired
}

function ThenAndNow({ then, fired }: { readonly then: Verdict; readonly fired: Fired }) {
  if ('trouble' in fired)
    return (
      <p className={styles.trouble} role="alert">
        <Inline text={fired.trouble} />
      </p>
    )
  const { verdict: now } = fired
  const same = then.decision === now.decision && then.status === now.status && sameJson(then.value, now.value)
  return (
    <div className={styles.again} role="status">
      <Word when="Then" verdict={then} />
      <Word when="Today" verdict={now} />
      <p className={styles.facts}>{same ? 'It decides the same today.' : 'It decides otherwise today.'}</p>
      {same || then.value === null || now.value === null ? null : (
        <DiffView lines={diffValues(then.value, now.value)} />
      )}
      {now.command === undefined ? null : <CommandRan verdict={now} detail={null} />}
    </div>
  )
}

function Word({ when, verdict }: { readonly when: string; readonly verdict: Verdict }) {
  return (
    <p className={styles.word}>
      <span className={styles.when}>{when}</span>
      <VerdictGlyph mark={verdictMark(verdict)} size={13} hollow={verdict.mode === 'shadow'} label="" />
      <span>
        <Inline text={describeVerdict(verdict)} />
      </span>
    </p>
  )
}
