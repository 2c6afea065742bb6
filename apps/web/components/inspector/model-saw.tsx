'use client'
import type { InputRow, SessionState, Span } from '@belay/trace'
import type { Chain } from '../../lib/view/chain'
import { FoldedText } from '../conversation/folded-text'
import { useOpenSession } from '../session/session-context'
import { Muted, Section } from './panel'

interface Props {
  readonly chain: Chain
  /** Where one hook is selected: only what it added. */
  readonly hook: Span | null
}

/** What the model read because of this: the result of the call, and the context that hooks gave about it. */
export function ModelSaw({ chain, hook }: Props) {
  const { state } = useOpenSession()
  const { result } = chain
  const said = contexts(state, chain, hook)
  const showsResult = result !== null && (hook === null || chain.about.kind === 'tool')
  if (!showsResult && said.length === 0) {
    return (
      <Muted>
        {chain.about.end === null
          ? 'Nothing yet: it is still being decided.'
          : 'Nothing: the model was told nothing because of this.'}
      </Muted>
    )
  }
  return (
    <>
      {showsResult ? (
        <Section title={result.isError ? 'Error result of the call' : 'Result of the call'}>
          <FoldedText text={result.content === '' ? '(nothing)' : result.content} lines={24} />
        </Section>
      ) : null}
      {said.map((row) => (
        <Section key={row.id} title={`Context from ${row.from ?? 'a hook'}`}>
          <FoldedText text={row.text} lines={24} />
        </Section>
      ))}
    </>
  )
}

/** Rows that hooks gave, found by their text in the verdicts of this chain. */
function contexts(state: SessionState, chain: Chain, hook: Span | null): readonly InputRow[] {
  const verdicts = (state.verdictsAbout.get(chain.about.id) ?? []).filter(
    (entry) => hook === null || entry.span === hook.id,
  )
  const texts = new Set(verdicts.flatMap(({ verdict }) => [...verdict.context, ...verdict.reminders]))
  return state.rows.filter(
    (row): row is InputRow => row.kind === 'input' && row.turn === chain.about.turn && texts.has(row.text),
  )
}
