'use client'
import { HIDDEN_PATTERN } from '@belay/trace'
/**
 * A text in CodeMirror, in the app's looks. Promises: typing waits for nothing; Tab indents and Escape leaves, so that the
 * keyboard is caught nowhere; what stands beside it can change the text too, and one undo takes back both.
 */
import { closeBrackets, closeBracketsKeymap, completionKeymap, completionStatus } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, Transaction } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import styles from './code-editor.module.css'
import { codeTheme } from './code-theme'
import { lineLooks } from './line-looks'

export interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

export interface CodeHandle {
  readonly focus: () => void
  /** From 1. */
  readonly goTo: (line: number) => void
  /** One step to be undone; `typing` joins it to the one before. */
  readonly change: (changes: readonly TextChange[], typing?: boolean) => void
  readonly undo: () => void
  readonly redo: () => void
}

interface Props {
  readonly text: string
  readonly label: string
  readonly onText: (text: string) => void
  /** Escape, where nothing in the editor has to be closed by it. */
  readonly onLeave: () => void
  /** What the language adds; asked for once. */
  readonly extensions: () => Extension
  /** Returns how to end what it begins. */
  readonly onOpen?: (view: EditorView) => () => void
  readonly ref: Ref<CodeHandle>
}

/** Made anew for another text (by `key`): what was undone of the one is none of the other's. */
export function TextEditor({ ref, ...props }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    if (host.current === null) return
    const made = openView(host.current, () => latest.current)
    view.current = made
    const end = latest.current.onOpen?.(made)
    return () => {
      end?.()
      made.destroy()
    }
  }, [])
  useEffect(() => {
    if (view.current !== null) replaceText(view.current, props.text)
  }, [props.text])
  useImperativeHandle(ref, () => handleOf(() => view.current), [])
  return <div ref={host} className={styles.code} />
}

function handleOf(viewNow: () => EditorView | null): CodeHandle {
  const withView = (act: (view: EditorView) => void) => {
    const view = viewNow()
    if (view !== null) act(view)
  }
  return {
    focus: () => withView((view) => view.focus()),
    goTo: (line) => withView((view) => goTo(view, line)),
    change: (changes, typing = false) =>
      withView((view) => view.dispatch({ changes, userEvent: typing ? 'input.type.form' : 'input.form' })),
    undo: () => withView(undo),
    redo: () => withView(redo),
  }
}

function openView(parent: HTMLElement, props: () => Omit<Props, 'ref'>): EditorView {
  const { text, label, extensions } = props()
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        keymap.of([{ key: 'Escape', run: (view) => leave(view, props().onLeave) }]),
        lineNumbers(),
        foldGutter({ openText: '⌄', closedText: '›' }),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        highlightSpecialChars({ addSpecialChars: new RegExp(HIDDEN_PATTERN, 'gu') }),
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        lineLooks,
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightSelectionMatches(),
        codeTheme,
        extensions(),
        keymap.of([
          ...completionKeymap,
          ...closeBracketsKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...lintKeymap,
          indentWithTab,
          ...defaultKeymap,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': 'leave-the-editor' }),
        EditorView.updateListener.of((update) => {
          const isOwn = update.transactions.some((one) => one.annotation(Transaction.remote) === true)
          if (update.docChanged && !isOwn) props().onText(update.state.doc.toString())
        }),
      ],
    }),
  })
}

/** What is open in the editor takes Escape first: completion, search, a tip. */
function leave(view: EditorView, onLeave: () => void): boolean {
  const isOpen = completionStatus(view.state) !== null || view.dom.querySelector('.cm-panel') !== null
  if (isOpen) return false
  onLeave()
  return true
}

/** Only where something else than the person's own typing says so: another text of the file, or what was taken back. */
function replaceText(view: EditorView, text: string): void {
  const now = view.state.doc.toString()
  if (now === text) return
  view.dispatch({
    changes: { from: 0, to: now.length, insert: text },
    selection: { anchor: Math.min(view.state.selection.main.anchor, text.length) },
    annotations: Transaction.remote.of(true),
  })
}

function goTo(view: EditorView, line: number): void {
  const { from, text } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines))
  const at = from + (text.length - text.trimStart().length)
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
  view.focus()
}
