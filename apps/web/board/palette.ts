/**
 * The colours of the canvas, by what they mean, for both themes. A canvas cannot read CSS variables while it paints, so
 * they stand here once more; `palette.test.ts` holds them to `app/tokens.css`.
 */
import type { ColourId } from '@belay/canvas'

export type Theme = 'dark' | 'light'

export interface Palette extends Readonly<Record<ColourId, string>> {
  /** What is drawn inside a filled sign. */
  readonly onMark: string
  readonly focus: string
}

export const PALETTES: Readonly<Record<Theme, Palette>> = {
  dark: {
    ground: '#0e1116',
    panel: '#151a21',
    raised: '#1b212a',
    card: '#1b212a',
    line: '#242c37',
    grid: '#1e252e',
    dots: '#191e26',
    track: '#3a4554',
    text: '#e7ebf1',
    soft: '#c3cad5',
    muted: '#98a2b1',
    accent: '#6aa5ff',
    live: '#4fc38a',
    turn: '#2b3542',
    step: '#222a35',
    model: '#3c4a8f',
    tool: '#2f6b57',
    inner: '#27544a',
    compaction: '#4a4460',
    hook: '#6f7f93',
    pass: '#6f7f93',
    context: '#5fb6ff',
    rewrite: '#f0b24a',
    ask: '#b892ff',
    failed: '#ff9552',
    block: '#ff6a5e',
    halt: '#ff6a5e',
    onMark: '#0e1116',
    focus: '#8ab9ff',
  },
  light: {
    ground: '#f5f6f8',
    panel: '#ffffff',
    raised: '#f3f5f8',
    card: '#ffffff',
    line: '#e3e7ed',
    grid: '#ebeef2',
    dots: '#e6e9ee',
    track: '#c3ccd8',
    text: '#1b2330',
    soft: '#3b4657',
    muted: '#5c677a',
    accent: '#2463d6',
    live: '#148a53',
    turn: '#dfe5ec',
    step: '#eaeef3',
    model: '#cfd8ff',
    tool: '#c9ecdc',
    inner: '#ddf3e8',
    compaction: '#e6e0f5',
    hook: '#7f8b9c',
    pass: '#7f8b9c',
    context: '#1570cd',
    rewrite: '#b86e00',
    ask: '#7a3ff2',
    failed: '#c4540a',
    block: '#d92d20',
    halt: '#d92d20',
    onMark: '#ffffff',
    focus: '#2463d6',
  },
}
