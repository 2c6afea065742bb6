/** Below the rows: what the critical path and the selected area come to, as text for everybody. */
'use client'

import { type AreaSums, formatDuration, type PathKind, sayKind, sayTokens } from '@belay/canvas'
import { X } from 'lucide-react'
import { IconButton } from '../components/ui/button'
import css from './timeline.module.css'
import type { TimelineActions } from './timeline-actions'
import type { PathView, ToolsView } from './timeline-tools'

interface Props {
  readonly tools: ToolsView
  readonly actions: TimelineActions
}

export function TimelineFoot({ tools: { path, area }, actions }: Props) {
  if (path === null && area === null) return null
  return (
    <div className={css.foot} data-testid="timeline-foot">
      {area === null ? null : <AreaPanel area={area} onClose={() => actions.clearArea()} />}
      {path === null ? null : <PathPanel path={path} onClose={() => actions.togglePath()} />}
    </div>
  )
}

function AreaPanel({ area, onClose }: { readonly area: AreaSums; readonly onClose: () => void }) {
  const spans = area.count === 1 ? '1 span' : `${area.count.toLocaleString('en')} spans`
  return (
    <section className={css.panel} aria-label="Selected area" data-testid="timeline-area">
      <h3 className={css.name}>Area</h3>
      <ul className={css.facts}>
        <li>
          <strong>{formatDuration(area.lengthMs)}</strong> from {formatDuration(area.fromMs)}
        </li>
        <li>
          {spans}
          {area.hidden > 0 ? `, ${area.hidden.toLocaleString('en')} in closed groups` : ''}
        </li>
        {area.kinds.map((each) => (
          <li key={each.kind} className={css.share}>
            <span className={css.swatch} data-kind={each.kind} aria-hidden="true" />
            {sayKind(each)} <strong>{formatDuration(each.ms)}</strong>
          </li>
        ))}
        {area.tokens === null ? null : <li>{sayTokens(area.tokens)}</li>}
      </ul>
      <IconButton small label="Clear the area" keys="Esc" onClick={onClose}>
        <X size={14} />
      </IconButton>
    </section>
  )
}

const SWATCH: Readonly<Record<PathKind, string>> = {
  model: 'model',
  tool: 'tool',
  hook: 'hook',
  compaction: 'compaction',
  wait: 'wait',
  between: 'between',
}

function PathPanel({ path, onClose }: { readonly path: PathView; readonly onClose: () => void }) {
  return (
    <section className={css.panel} aria-label="Critical path" data-testid="critical-path">
      <h3 className={css.name}>Critical path</h3>
      <div className={css.path}>
        <p>{path.sentence}</p>
        <div className={css.track} aria-hidden="true">
          {path.shares.map(({ kind, ms }) =>
            ms > 0 ? <span key={kind} data-kind={SWATCH[kind]} style={{ flexGrow: ms }} /> : null,
          )}
        </div>
        <ul className={css.facts} aria-label="What it consists of">
          {path.shares.map(({ kind, name, ms, share }) => (
            <li key={kind} className={css.share}>
              <span className={css.swatch} data-kind={SWATCH[kind]} aria-hidden="true" />
              {name} <strong>{formatDuration(ms)}</strong> {share}
            </li>
          ))}
        </ul>
      </div>
      <IconButton small label="Hide the critical path" keys="P" onClick={onClose}>
        <X size={14} />
      </IconButton>
    </section>
  )
}
