'use client'
import { attachmentId, type PointId, type SpanId } from '@belay/trace'
import type { ChainLink } from '../../lib/api'
import { linkBadge } from '../../lib/view/link-words'
import { verdictMark } from '../../lib/view/mark'
import { useOpenSession } from '../session/session-context'
import { Inline } from '../ui/inline'
import { WhyLine } from './why-line'
import { WhyLinkMore } from './why-link-more'

interface Props {
  readonly link: ChainLink
  readonly point: PointId
  readonly selected: SpanId | null
  /** Whether it is all that one came to see: then it is unfolded. */
  readonly open: boolean
}

/** One hook of a chain: a click goes to its call on the timeline and its node on the rail. */
export function WhyLink({ link, point, selected, open }: Props) {
  const { state, select } = useOpenSession()
  const { span, verdict, mode, hook } = link
  const attached = state.composition?.hooks.some(({ id }) => id === verdict.hookId) === true
  const pick = () => {
    if (span !== null) select({ kind: 'span', span })
    else if (attached) select({ kind: 'attachment', attachment: attachmentId(verdict.hookId) })
  }
  const isSelected = selected !== null && span === selected
  const mark = verdictMark(verdict)
  return (
    <WhyLine
      mark={mark}
      hollow={mode === 'shadow' || link.role === 'late'}
      tone={mark === 'pass' ? 'quiet' : 'plain'}
      title={hook}
      badge={linkBadge(link)}
      ms={verdict.status === 'not_asked' ? null : verdict.durationMs}
      selected={isSelected}
      open={open && isSelected}
      onPick={span === null && !attached ? undefined : pick}
      more={<WhyLinkMore link={link} point={point} />}
    >
      <Inline text={link.sentence} />
    </WhyLine>
  )
}
