'use client'
/** All about one verdict: what it changed or would have, what it said to whom, why it failed, and trying it again. */
import type { Json, PointId, Span, SpanId } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ChainLink } from '../../lib/api'
import { spanDetailQuery } from '../../lib/queries'
import { bytesText, endText, warningOf } from '../../lib/view/command-words'
import { diffValues } from '../../lib/view/diff'
import { plainOutput } from '../../lib/view/plain-output'
import { FoldedText } from '../conversation/folded-text'
import { modeLabel, policyLabel } from '../menus/hook-menu'
import { useFolded, useOpenSession } from '../session/session-context'
import { Inline } from '../ui/inline'
import { Warning } from './command-ran'
import { DiffView } from './diff-view'
import { FireAgain } from './fire-again'
import styles from './why.module.css'

interface Props {
  readonly link: ChainLink
  readonly point: PointId
}

export function WhyLinkMore({ link, point }: Props) {
  const { verdict, error, span } = link
  return (
    <>
      <Changes link={link} />
      {verdict.reason === null || verdict.reason === '' ? null : <Said title="Its reason" texts={[verdict.reason]} />}
      {verdict.halt === null ? null : <Said title="To end the turn" texts={[verdict.halt]} />}
      <Said title="Context for the model" texts={verdict.context} />
      <Said title="Reminders for the model" texts={verdict.reminders} />
      <Said title="Notes for you" texts={verdict.notes} />
      {error === null ? null : <Said title={`Error (${error.kind.replace('_', ' ')})`} texts={[error.message]} />}
      <Ended verdict={verdict} />
      {span === null ? null : <Printed span={span} />}
      <p className={styles.facts}>{factsOf(link).join(' · ')}</p>
      {span === null ? null : <FireAgain link={link} point={point} span={span} />}
    </>
  )
}

/** What it made of the value, and what it wanted of it where that did not come about. */
function Changes({ link: { before, after, changed, proposed } }: Pick<Props, 'link'>) {
  return (
    <>
      {changed ? (
        <Part title="What it changed">
          <Change before={before} after={after} />
        </Part>
      ) : null}
      {proposed === null ? null : (
        <Part title="What it wanted, and did not come about">
          <Change before={before} after={proposed} />
        </Part>
      )}
    </>
  )
}

function Change({ before, after }: { readonly before: Json; readonly after: Json }) {
  if (before === null) return <FoldedText text={JSON.stringify(after, null, 2)} />
  return <DiffView lines={diffValues(before, after)} />
}

function Said({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <Part title={title}>
      {texts.map((text) => (
        <p key={text} className={styles.quoted}>
          <Inline text={text} />
        </p>
      ))}
    </Part>
  )
}

/** What a command or a person's own code wrote, where something was kept of it. */
function Printed({ span }: { readonly span: SpanId }) {
  const found = useFolded(({ spans }) => spans.get(span))
  return found === undefined ? null : <PrintedBy span={found} />
}

function PrintedBy({ span }: { readonly span: Span }) {
  const { id } = useOpenSession()
  const { data } = useQuery(spanDetailQuery(id, span))
  const parts = [
    ['Standard output', data?.stdout],
    ['Standard error', data?.stderr],
  ] as const
  return parts.map(([title, text]) =>
    typeof text === 'string' && text !== '' ? (
      <Part key={title} title={title}>
        <FoldedText text={plainOutput(text)} lines={8} />
      </Part>
    ) : null,
  )
}

/** Of a command: the rest stands in the tab of its own. */
function Ended({ verdict }: Pick<ChainLink, 'verdict'>) {
  const { command } = verdict
  if (command === undefined) return null
  const printed = `${bytesText(command.stdoutBytes)} out, ${bytesText(command.stderrBytes)} on stderr`
  return (
    <>
      <Warning text={warningOf(verdict)} />
      <p className={styles.facts}>
        {endText(verdict)} · {printed}
      </p>
    </>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h4 className={styles.partTitle}>{title}</h4>
      {children}
    </section>
  )
}

function factsOf({ mode, policy, source, verdict, position }: ChainLink): readonly string[] {
  return [
    `${source} hook`,
    modeLabel(mode).toLowerCase(),
    ...(policy === null ? [] : [`fails ${policyLabel(policy).toLowerCase()}`]),
    `place ${position + 1}`,
    ...(verdict.version === null ? [] : [`version ${verdict.version.slice(0, 8)}`]),
  ]
}
