'use client'
import { formatCount } from '../../lib/format'
import { durationText, type TraceRow } from '../../lib/view/trace-rows'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { modeLabel } from '../menus/hook-menu'
import { Inline } from '../ui/inline'
import styles from './trace-table.module.css'

interface Props {
  readonly rows: readonly TraceRow[]
  readonly onPick: (row: TraceRow) => void
}

const HEADS = ['Point and hook', 'Asked', 'Default', 'Failed', 'Median', 'p95', 'Decided'] as const

export function TraceTable({ rows, onPick }: Props) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.point} ${row.hookId ?? row.hook ?? ''}`} row={row} onPick={onPick} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ row, onPick }: { readonly row: TraceRow; readonly onPick: Props['onPick'] }) {
  const { point, hook, mode, asked, byDefault, failures, medianMs, p95Ms } = row
  return (
    <>
      <tr data-level={hook === null ? 'point' : 'hook'} data-mode={mode}>
        <th scope="row">
          <button type="button" className={styles.name} onClick={() => onPick(row)}>
            {hook ?? point}
          </button>
          {mode === null || mode === 'enforce' ? null : <span className={styles.mode}>{modeLabel(mode)}</span>}
        </th>
        <Count count={asked} />
        <Count count={byDefault} />
        <Count count={failures} bad />
        <td>{durationText(medianMs)}</td>
        <td>{durationText(p95Ms)}</td>
        <td className={styles.decisions}>
          <Decisions row={row} />
        </td>
      </tr>
      {row.failed.map((text) => (
        <tr key={text} data-level="failure">
          <td colSpan={HEADS.length}>
            <span className={styles.failure}>
              <VerdictGlyph mark="failed" size={12} label="" />
              <span>
                <Inline text={text} />
              </span>
            </span>
          </td>
        </tr>
      ))}
    </>
  )
}

/** A figure that is nought keeps its place and stands back. */
function Count({ count, bad = false }: { readonly count: number; readonly bad?: boolean }) {
  return <td data-tone={count === 0 ? 'none' : bad ? 'bad' : 'plain'}>{formatCount(count)}</td>
}

/** Of what a hook in shadow said. */
const WOULD = 'would '

function Decisions({ row: { decisions } }: { readonly row: TraceRow }) {
  if (decisions.length === 0) return <span className={styles.nothing}>nothing</span>
  return decisions.map(({ name, count, mark }) => (
    <span key={name} className={styles.decision}>
      <VerdictGlyph mark={mark} size={12} hollow={name.startsWith(WOULD)} label="" />
      {name.replace('_', ' ')} {formatCount(count)}
    </span>
  ))
}
