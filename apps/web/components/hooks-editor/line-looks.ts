/** Lines in the editor: one that wraps goes on below its own beginning, and the one that is typed in stays in sight. */
import { countColumn, type EditorState, type Extension, type Line, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

/** A text that begins further in than this goes on here: there would be no room left. */
const MOST_COLUMNS = 40
/** As `.cm-line` has it. */
const LINE_PADDING_PX = 8

export function indentOf({ text }: Pick<Line, 'text'>, tabSize: number): number {
  const before = text.length - text.trimStart().length
  return Math.min(countColumn(text, tabSize, before), MOST_COLUMNS)
}

const wrappedIndent = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = decorate(view)
    }
    update({ docChanged, viewportChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged) this.decorations = decorate(view)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of visibleRanges)
    for (const line of linesIn(state, from, to)) {
      const columns = indentOf(line, state.tabSize)
      if (columns > 0) builder.add(line.from, line.from, hanging(columns))
    }
  return builder.finish()
}

function* linesIn(state: EditorState, from: number, to: number): Generator<Line> {
  for (let at = from; at <= to; ) {
    const line = state.doc.lineAt(at)
    yield line
    at = line.to + 1
  }
}

function hanging(columns: number): Decoration {
  const style = `padding-left: calc(${LINE_PADDING_PX}px + ${columns}ch); text-indent: -${columns}ch`
  return Decoration.line({ attributes: { style } })
}

/** What opens beside the editor makes it lower: the cursor does not go out of sight for it. */
const cursorInSight = ViewPlugin.fromClass(
  class {
    private height: number
    private readonly observer: ResizeObserver
    constructor(view: EditorView) {
      this.height = view.scrollDOM.clientHeight
      this.observer = new ResizeObserver(() => this.resized(view))
      this.observer.observe(view.scrollDOM)
    }
    resized(view: EditorView) {
      const before = this.height
      this.height = view.scrollDOM.clientHeight
      const { head } = view.state.selection.main
      const cursor = this.height < before && view.hasFocus ? view.coordsAtPos(head) : null
      const top = view.scrollDOM.getBoundingClientRect().top
      if (cursor === null || cursor.top < top || cursor.bottom > top + before) return
      view.dispatch({ effects: EditorView.scrollIntoView(head, { yMargin: 12 }) })
    }
    destroy() {
      this.observer.disconnect()
    }
  },
)

export const lineLooks: Extension = [wrappedIndent, cursorInSight]
