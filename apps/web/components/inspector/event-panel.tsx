'use client'
/** The event at which somebody stands in a turn: what happened, what it carried, and the way to what it is about. */
import { formatDuration } from '@belay/canvas'
import type { SessionState, Span, TraceEvent } from '@belay/trace'
import { formatFull } from '../../lib/format'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { useOpenSession } from '../session/session-context'
import type { Walk } from '../session/use-walk'
import { Button } from '../ui/button'
import { Inline } from '../ui/inline'
import styles from './event-panel.module.css'
import { JsonView } from './json-view'
import { type Fact, Facts, Panel, Section } from './panel'

export function EventPanel({ walk }: { readonly walk: Walk }) {
  const { words, event, turn, state } = walk
  return (
    <Panel
      title={`Event ${walk.at}`}
      subtitle={`of turn ${turn.number} · ${event.type}`}
      sign={words.mark === null ? null : <VerdictGlyph mark={words.mark} size={17} hollow={words.ghost} />}
      tabs={[
        {
          id: 'event',
          label: 'Event',
          body: (
            <>
              <div className={styles.said}>
                <p className={styles.title}>{words.title}</p>
                {words.text === '' ? null : (
                  <p className={styles.text}>
                    <Inline text={words.text} />
                  </p>
                )}
              </div>
              <Ways walk={walk} />
              <Section title="When and where">
                <Facts facts={factsOf(state, event, turn.startedAt)} />
              </Section>
              {/* The record as it is kept, for whoever reads logs. */}
              <JsonView title="Event" value={JSON.parse(JSON.stringify(event))} lines={28} />
            </>
          ),
        },
      ]}
    />
  )
}

/** To the hook, and to what it was asked about. */
function Ways({ walk: { event, state, place } }: { readonly walk: Walk }) {
  const { select } = useOpenSession()
  const span = place.span === null ? undefined : state.spans.get(place.span)
  const about = event.type === 'verdict' && event.about !== place.span ? event.about : null
  const call = about === null ? undefined : state.spans.get(about)
  const hook =
    event.type === 'verdict' ? state.composition?.hooks.find(({ id }) => id === event.verdict.hookId) : undefined
  if (span === undefined && hook === undefined) return null
  return (
    <div className={styles.ways}>
      {span === undefined ? null : (
        <Button small onClick={() => select({ kind: 'span', span: span.id })}>
          Show the {wordOf(span)}
        </Button>
      )}
      {call === undefined ? null : (
        <Button small onClick={() => select({ kind: 'span', span: call.id })}>
          Show the {wordOf(call)}
        </Button>
      )}
      {hook === undefined ? null : (
        <Button small onClick={() => select({ kind: 'attachment', attachment: hook.id })}>
          Show the hook
        </Button>
      )}
    </div>
  )
}

const WORDS: Readonly<Record<Span['kind'], string>> = {
  turn: 'turn',
  step: 'step',
  model: 'model call',
  tool: 'call',
  inner: 'inner call',
  hook: 'answer',
  compaction: 'compaction',
}

function wordOf({ kind }: Span): string {
  return WORDS[kind]
}

function factsOf(state: SessionState, event: TraceEvent, startedAt: number): readonly Fact[] {
  const point = event.type === 'verdict' || event.type === 'outcome' ? event.point : null
  return [
    { name: 'Into the turn', value: formatDuration(Math.max(0, event.at - startedAt)) },
    { name: 'At', value: formatFull(event.at) },
    ...(point === null ? [] : [{ name: 'Point', value: point }]),
    ...(event.type === 'verdict' && event.verdict.status !== 'not_asked'
      ? [{ name: 'It took', value: formatDuration(event.verdict.durationMs) }]
      : []),
    { name: 'In the session’s log', value: `event ${event.seq}` },
    ...(state.composition === null ? [] : [{ name: 'Composition', value: state.composition.hash.slice(0, 12) }]),
  ]
}
