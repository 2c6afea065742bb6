/** The editor in the app's own colours and letters: it names tokens, so that both themes are one. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--ask-text)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--tool-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--rewrite-text)' },
  { tag: [tags.comment, tags.meta], color: 'var(--text-muted)', fontStyle: 'italic' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--context-text)' },
  { tag: [tags.typeName, tags.className, tags.namespace], color: 'var(--model-text)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--text)' },
  { tag: [tags.operator, tags.punctuation, tags.bracket], color: 'var(--text-soft)' },
  { tag: tags.invalid, color: 'var(--block-text)' },
])

/** Searching and replacing, with the app's own fields and buttons. */
const PANELS: Parameters<typeof EditorView.theme>[0] = {
  '.cm-panels-bottom, .cm-panels-top': { borderColor: 'var(--line)' },
  '.cm-panel.cm-search, .cm-panel.cm-gotoLine': {
    padding: '5px 40px 5px 12px',
    fontFamily: 'var(--font-ui)',
    fontSize: 'var(--text-xs)',
  },
  '.cm-panel.cm-search > *': { margin: '3px 8px 3px 0', verticalAlign: 'middle' },
  '.cm-panel.cm-search label > input': { margin: '0' },
  '.cm-panel .cm-textfield': {
    width: 'clamp(150px, 26%, 260px)',
    height: '30px',
    padding: '0 10px',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface-0)',
    color: 'var(--text)',
    fontFamily: 'var(--font-code)',
    fontSize: 'var(--text-xs)',
  },
  '.cm-panel .cm-textfield::placeholder': { color: 'var(--text-muted)', fontFamily: 'var(--font-ui)' },
  '.cm-panel .cm-button': {
    height: '30px',
    padding: '0 10px',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface-2)',
    backgroundImage: 'none',
    color: 'var(--text)',
    fontSize: 'var(--text-xs)',
    textTransform: 'capitalize',
  },
  '.cm-panel .cm-button:hover': { borderColor: 'var(--line-strong)', backgroundColor: 'var(--surface-3)' },
  '.cm-panel .cm-button:active': { backgroundColor: 'var(--surface-4)', backgroundImage: 'none' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    color: 'var(--text-soft)',
    fontSize: 'var(--text-xs)',
  },
  '.cm-panel.cm-search input[type=checkbox]': {
    display: 'grid',
    placeItems: 'center',
    width: '16px',
    height: '16px',
    border: '1.5px solid var(--line-strong)',
    borderRadius: '5px',
    appearance: 'none',
    backgroundColor: 'var(--surface-0)',
    color: 'var(--text-on-accent)',
  },
  '.cm-panel.cm-search input[type=checkbox]:checked': {
    borderColor: 'var(--accent)',
    backgroundColor: 'var(--accent)',
  },
  '.cm-panel.cm-search input[type=checkbox]:checked::after': {
    content: '"✓"',
    fontSize: '12px',
    fontWeight: '700',
    lineHeight: '1',
  },
  '.cm-panel.cm-search [name=close]': {
    margin: '0',
    top: '8px',
    right: '10px',
    width: '26px',
    height: '26px',
    borderRadius: 'var(--radius-sm)',
    color: 'var(--text-muted)',
    fontSize: '18px',
    lineHeight: '1',
  },
  '.cm-panel.cm-search [name=close]:hover': { backgroundColor: 'var(--surface-3)', color: 'var(--text)' },
}

const LOOKS = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface-1)', color: 'var(--text)', fontSize: 'var(--text-sm)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.6', fontFeatureSettings: '"calt" 0' },
  '.cm-content': { padding: '10px 0 40px', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
  '.cm-gutters': { backgroundColor: 'var(--surface-1)', color: 'var(--text-muted)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 6px 0 12px', fontSize: 'var(--text-xs)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--surface-3), transparent 55%)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-wash)',
    outline: '1px solid var(--line-strong)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-wash)' },
  '.cm-searchMatch': { backgroundColor: 'var(--rewrite-wash)', outline: '1px solid var(--rewrite)' },
  '.cm-panels': { backgroundColor: 'var(--surface-2)', color: 'var(--text)', borderColor: 'var(--line)' },
  ...PANELS,
  '.cm-tooltip': {
    zIndex: '40',
    maxWidth: 'min(560px, 90vw)',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface-float)',
    boxShadow: 'var(--shadow-float)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-code)', fontSize: 'var(--text-xs)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px', lineHeight: '1.5' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--surface-4)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': { color: 'var(--accent-text)', textDecoration: 'none', fontWeight: '700' },
  // Beside the list, so the list's own box must not cut it.
  '.cm-tooltip.cm-completionInfo': { maxWidth: '420px', maxHeight: '260px', overflowY: 'auto' },
  '.cm-diagnostic': { padding: '6px 10px', borderLeft: 'none', fontFamily: 'var(--font-ui)', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--block)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--rewrite)' },
  '.cm-diagnostic-info': { borderLeft: '3px solid var(--context)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--block) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--rewrite) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker': { width: '10px', height: '10px' },
  '.cm-explained': { padding: '8px 10px', maxHeight: '260px', overflowY: 'auto' },
  '.cm-explained-code': {
    margin: '0',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: 'var(--font-code)',
    fontSize: 'var(--text-xs)',
    lineHeight: '1.5',
  },
  '.cm-explained-text': {
    margin: '6px 0 0',
    color: 'var(--text-soft)',
    fontFamily: 'var(--font-ui)',
    fontSize: 'var(--text-xs)',
    whiteSpace: 'pre-wrap',
  },
})

export const codeTheme: Extension = [LOOKS, syntaxHighlighting(COLOURS)]
