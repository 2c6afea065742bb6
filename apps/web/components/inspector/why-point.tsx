'use client'
/** One asking of one point: each hook in the asking order, and what they came to. */
import { markOfOutcome } from '@belay/canvas'
import type { SpanId } from '@belay/trace'
import type { PointChain } from '../../lib/api'
import { diffValues } from '../../lib/view/diff'
import { isAsked } from '../../lib/view/link-words'
import { sameJson } from '../../lib/view/same-json'
import { Inline } from '../ui/inline'
import { DiffView } from './diff-view'
import styles from './why.module.css'
import { WhyLine } from './why-line'
import { WhyLink } from './why-link'

interface Props {
  readonly chain: PointChain
  readonly selected: SpanId | null
  readonly headed: boolean
}

export function WhyPoint({ chain, selected, headed }: Props) {
  const asked = chain.links.filter(isAsked)
  return (
    <>
      {headed ? <li className={styles.point}>{chain.point}</li> : null}
      {asked.map((link) => (
        <WhyLink
          key={link.span ?? `${link.hookId} ${link.verdict.recheck}`}
          {...{ link, selected }}
          point={chain.point}
          open
        />
      ))}
      <OutcomeLine chain={chain} asked={asked.length} />
    </>
  )
}

function OutcomeLine({ chain, asked }: { readonly chain: PointChain; readonly asked: number }) {
  const { outcome, original, final, sentence } = chain
  const changed = original !== null && final !== null && !sameJson(original, final)
  const more = changed ? <DiffView lines={diffValues(original, final)} /> : null
  return (
    <WhyLine
      mark={outcome === null ? 'pass' : markOfOutcome(outcome)}
      tone={asked === 0 ? 'quiet' : 'outcome'}
      title={asked === 0 ? 'nobody was asked' : 'outcome'}
      open
      more={more}
    >
      <Inline text={asked === 0 ? sentence.replace(/^nobody was asked: /, '') : sentence} />
      {outcome?.notes.map((text) => (
        <span key={text} className={styles.extra}>
          note: <Inline text={text} />
        </span>
      ))}
    </WhyLine>
  )
}
