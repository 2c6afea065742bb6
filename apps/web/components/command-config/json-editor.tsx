'use client'
/** The text of `hooks.json`, with what is wrong with it where it stands. */
import type { CommandCheck } from '@belay/api'
import { json } from '@codemirror/lang-json'
import { syntaxTree } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { type Ref, useEffect, useRef } from 'react'
import { type CodeHandle, TextEditor } from '../hooks-editor/text-editor'

interface Props {
  readonly text: string
  /** What was said of which text; null while nobody has looked. */
  readonly said: { readonly text: string; readonly check: CommandCheck } | null
  readonly onText: (text: string) => void
  readonly onLeave: () => void
  readonly ref: Ref<CodeHandle>
}

export function JsonEditor({ ref, said, ...rest }: Props) {
  const view = useRef<EditorView | null>(null)
  useEffect(() => {
    const open = view.current
    // What was said of another text has other places.
    if (open === null || said === null || said.text !== open.state.doc.toString()) return
    open.dispatch(setDiagnostics(open.state, said.check.diagnostics.flatMap(diagnosticIn(open.state))))
  }, [said])
  return (
    <TextEditor
      {...rest}
      ref={ref}
      label="Text of hooks.json"
      extensions={() => [json(), lintGutter()]}
      onOpen={(made) => {
        view.current = made
        return () => {
          view.current = null
        }
      }}
    />
  )
}

type Problem = CommandCheck['diagnostics'][number]

/** Under the word that it is about: of an object or a list, its first bracket. */
function diagnosticIn(state: EditorState): (problem: Problem) => readonly Diagnostic[] {
  return ({ line, column, severity, message }) => {
    if (line === null || line > state.doc.lines) return []
    const { from: start, to: end } = state.doc.line(line)
    const from = Math.min(start + (column ?? 1) - 1, end)
    const node = syntaxTree(state).resolveInner(from, 1)
    const isWord = node.from === from && node.to <= end && node.to > from
    return [{ from, to: isWord ? node.to : Math.min(from + 1, end), severity, message }]
  }
}
