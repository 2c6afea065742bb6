'use client'
import { formatDuration } from '@belay/canvas'
import { useQuery } from '@tanstack/react-query'
import { useConnection } from '../../lib/connection'
import { formatCount } from '../../lib/format'
import { modelsQuery } from '../../lib/queries'
import { attachedText, compositionText } from '../../lib/view/attached-text'
import { contextFigure, contextText, contextTip } from '../../lib/view/context-figure'
import { failedText, type TurnFigures, tokensText, turnFigures } from '../../lib/view/turn-figures'
import { Glances } from '../commands/glances'
import { Tip } from '../ui/tip'
import { useOpenSession, useShown, useTurnEvents } from './session-context'
import styles from './status-bar.module.css'

/** The hooks that the rail shows, and the figures of the turn that is shown. A figure that is nought keeps its place and loses its colour. */
export function StatusBar() {
  const { state, nowMs } = useOpenSession()
  const { turn: whole, walk, composition } = useShown()
  useTurnEvents(whole)
  const turn = walk?.turn ?? whole
  const figures =
    turn === null ? null : turnFigures(walk?.state ?? state, turn, walk === null ? nowMs() : walk.playhead.atMs)
  const models = useQuery(modelsQuery).data ?? []
  const context = turn === null ? null : contextFigure(walk?.state ?? state, turn, models)
  const ruling = (turn === null ? null : state.compositions.get(turn.composition)) ?? null
  const hooks = { attached: composition, ruling, turn: turn?.number ?? null }
  const hash = compositionText(hooks)
  return (
    <footer className={styles.bar}>
      <span className={styles.strong}>{attachedText(hooks)}</span>
      {figures === null ? null : (
        <>
          <span>asked {formatCount(figures.asked)}</span>
          <Figure count={figures.refused} word="refused" tone="block" />
          <Figure count={figures.rewritten} word="rewritten" tone="rewrite" />
          <Figure count={figures.waiting} word="waiting" tone="ask" />
          <Failed figures={figures} />
          {figures.tokens.known ? (
            <Tip
              side="top"
              text={`${formatCount(figures.tokens.input)} in, ${formatCount(figures.tokens.cached)} of them cached, ${formatCount(figures.tokens.output)} out`}
            >
              <span className={styles.roomy}>{tokensText(figures.tokens)}</span>
            </Tip>
          ) : null}
          {context === null ? null : (
            <Tip side="top" text={contextTip(context)}>
              <span className={styles.roomy}>{contextText(context)}</span>
            </Tip>
          )}
          <span className={styles.roomy}>hooks {formatDuration(figures.hookMs)}</span>
        </>
      )}
      {hash === null ? null : (
        <Tip side="top" text={`The hooks and policies that the rail shows: ${composition?.hash ?? ruling?.hash}`}>
          <span className={styles.hash}>{hash}</span>
        </Tip>
      )}
      <span className={styles.gap} />
      <Glances />
      <ConnectionState />
    </footer>
  )
}

/** How often, and what that was where it was no error of a hook. */
function Failed({ figures }: { readonly figures: TurnFigures }) {
  const kinds = failedText(figures)
  const figure = <Figure count={figures.failed} word="failed" tone="failed" />
  if (kinds === null) return figure
  return (
    <Tip side="top" text={`${formatCount(figures.failed)} times without an answer that could be used: ${kinds}`}>
      <span>{figure}</span>
    </Tip>
  )
}

function Figure({ count, word, tone }: { readonly count: number; readonly word: string; readonly tone: string }) {
  return (
    <span className={styles.figure} data-tone={count > 0 ? tone : 'none'}>
      {formatCount(count)} {word}
    </span>
  )
}

const CONNECTION = { connecting: 'connecting…', live: 'live', reconnecting: 'reconnecting…' } as const

export function ConnectionState() {
  const connection = useConnection()
  return (
    <span className={styles.connection} data-connection={connection} role="status">
      <span className={styles.dot} aria-hidden />
      {CONNECTION[connection]}
    </span>
  )
}
