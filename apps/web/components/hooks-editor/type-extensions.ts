/** Completion, explanation and mistakes in the editor, asked of the type checker. Where it is not there, there is none of them. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint'
import { type Extension, StateEffect, type Text } from '@codemirror/state'
import { type EditorView, hoverTooltip, type Tooltip, type ViewUpdate } from '@codemirror/view'
import type { Explained, HookText, Suggestion } from '../../types-worker/protocol'
import { hookTypes, typesState } from './types-client'

/** What the server says of a text: where, and what. */
export interface ServerProblem {
  readonly line: number | null
  readonly message: string
}

export interface CodeFacts {
  readonly language: HookText['language']
  /** What loading the text would say; null where it is not known. */
  readonly check: (text: string) => Promise<readonly ServerProblem[]>
  /** Hears what is wrong, each time that is known anew. */
  readonly onProblems: (problems: readonly FoundProblem[]) => void
}

export interface FoundProblem {
  readonly from: number
  readonly line: number | null
  readonly severity: Diagnostic['severity']
  readonly message: string
}

/** A person who goes on typing is not told of half a word. */
const PAUSE_MS = 350

export function typeExtensions(facts: () => CodeFacts): Extension {
  return [
    autocompletion({ override: [(context) => complete(context, facts())], maxRenderedOptions: 60, icons: false }),
    hoverTooltip((view, pos) => explain(view, pos, facts()), { hoverTime: 350 }),
    linter((view) => problemsOf(view, facts()), { delay: PAUSE_MS, needsRefresh: hasTypesNow }),
    lintGutter(),
  ]
}

const typesCame = StateEffect.define<null>()

/** What the types say is added once they are there; what loading says is not kept waiting for them. */
export function startTypes(view: EditorView): () => void {
  let isOpen = true
  hookTypes().then(
    () => (isOpen ? view.dispatch({ effects: typesCame.of(null) }) : undefined),
    // The page says that there are none.
    () => undefined,
  )
  return () => {
    isOpen = false
  }
}

function hasTypesNow({ transactions }: ViewUpdate): boolean {
  return transactions.some(({ effects }) => effects.some((effect) => effect.is(typesCame)))
}

async function complete(context: CompletionContext, { language }: CodeFacts): Promise<CompletionResult | null> {
  const { pos, explicit, state } = context
  const asked = { text: state.doc.toString(), language, pos, explicit }
  const found = await hookTypes().then(
    (types) => types.complete(asked),
    () => null,
  )
  if (found === null || context.aborted) return null
  const { from, to, options } = found
  return { from, to, options: options.map((option) => completionOf(option, asked)), validFor: /^[\w$]*$/ }
}

function completionOf(option: Suggestion, asked: HookText & { readonly pos: number }): Completion {
  return {
    ...option,
    info: async ({ label }) => {
      const types = await hookTypes()
      const more = await types.describe({ ...asked, label })
      // That a word is itself explains nothing.
      return more === null || (more.code === label && more.text === '') ? null : explainedElement(more)
    },
  }
}

async function explain(view: EditorView, pos: number, { language }: CodeFacts): Promise<Tooltip | null> {
  const text = view.state.doc.toString()
  const found = await hookTypes().then(
    (types) => types.hover({ text, language, pos }),
    () => null,
  )
  if (found === null) return null
  return { pos: found.from, end: found.to, above: true, create: () => ({ dom: explainedElement(found) }) }
}

function explainedElement({ code, text }: Pick<Explained, 'code' | 'text'>): HTMLElement {
  const element = document.createElement('div')
  element.className = 'cm-explained'
  const declaration = document.createElement('pre')
  declaration.className = 'cm-explained-code'
  declaration.textContent = code
  element.append(declaration)
  if (text === '') return element
  const comment = document.createElement('p')
  comment.className = 'cm-explained-text'
  comment.textContent = text
  element.append(comment)
  return element
}

async function problemsOf(
  view: EditorView,
  { language, check, onProblems }: CodeFacts,
): Promise<readonly Diagnostic[]> {
  const { doc } = view.state
  const text = doc.toString()
  const typed =
    typesState() === 'ready'
      ? hookTypes().then(
          (types) => types.problems({ text, language }),
          () => [],
        )
      : []
  const [types, server] = await Promise.all([typed, check(text)])
  const found = [...types.map((one) => foundAt(doc, one.from, one)), ...serverProblems(doc, server, types)]
  if (view.state.doc.eq(doc)) onProblems(found)
  return [
    ...types.map(({ from, to, severity, message }) => ({ from, to: Math.max(to, from), severity, message })),
    ...serverProblems(doc, server, types).flatMap(diagnosticOf(doc)),
  ]
}

interface Placed {
  readonly from: number
  readonly severity: Diagnostic['severity']
  readonly message: string
}

function foundAt(doc: Text, at: number, { severity, message }: Placed): FoundProblem {
  return { from: at, line: doc.lineAt(Math.min(at, doc.length)).number, severity, message }
}

/** A line of which the types say what is wrong needs no second sentence. */
function serverProblems(
  doc: Text,
  server: readonly ServerProblem[],
  types: readonly Placed[],
): readonly FoundProblem[] {
  const told = new Set(
    types
      .filter(({ severity }) => severity === 'error')
      .map(({ from }) => doc.lineAt(Math.min(from, doc.length)).number),
  )
  return server.flatMap(({ line, message }) => {
    const known = line !== null && line <= doc.lines ? line : null
    if (known !== null && (told.has(known) || told.has(known - 1))) return []
    return [{ from: known === null ? 0 : doc.line(known).from, line: known, severity: 'error' as const, message }]
  })
}

function diagnosticOf(doc: Text): (problem: FoundProblem) => readonly Diagnostic[] {
  return ({ line, message }) => {
    if (line === null) return []
    const { from, to, text } = doc.line(line)
    return [
      { from: from + (text.length - text.trimStart().length), to, severity: 'error', message, source: 'when loaded' },
    ]
  }
}
