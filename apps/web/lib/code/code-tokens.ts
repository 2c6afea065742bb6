/** A highlighter's tree as pieces of text with what each is, in the few kinds that the page has colours for. Pure. */

export type TokenKind = 'keyword' | 'string' | 'number' | 'comment' | 'name' | 'type' | 'mark' | 'added' | 'removed'

export interface CodePiece {
  readonly text: string
  readonly kind: TokenKind | null
}

/** What of a highlighter's tree is read. */
export interface CodeNode {
  readonly type: string
  readonly value?: string
  readonly properties?: { readonly className?: unknown }
  readonly children?: readonly CodeNode[]
}

const KINDS: Readonly<Record<string, TokenKind>> = {
  ...{ 'hljs-keyword': 'keyword', 'hljs-selector-tag': 'keyword', 'hljs-tag': 'keyword', 'hljs-section': 'keyword' },
  ...{ 'hljs-string': 'string', 'hljs-regexp': 'string', 'hljs-char': 'string', 'hljs-link': 'string' },
  ...{ 'hljs-number': 'number', 'hljs-literal': 'number', 'hljs-symbol': 'number', 'hljs-bullet': 'number' },
  ...{ 'hljs-comment': 'comment', 'hljs-quote': 'comment', 'hljs-meta': 'comment' },
  ...{ 'hljs-title': 'name', 'hljs-attr': 'name', 'hljs-attribute': 'name', 'hljs-name': 'name' },
  ...{ 'hljs-type': 'type', 'hljs-built_in': 'type', 'hljs-selector-class': 'type', 'hljs-variable': 'type' },
  ...{ 'hljs-operator': 'mark', 'hljs-punctuation': 'mark' },
  ...{ 'hljs-addition': 'added', 'hljs-deletion': 'removed' },
}

export function codePieces(root: CodeNode): readonly CodePiece[] {
  const pieces: CodePiece[] = []
  walk(root, null, pieces)
  return pieces
}

function walk(node: CodeNode, kind: TokenKind | null, pieces: CodePiece[]): void {
  const last = pieces.at(-1)
  if (node.value !== undefined && last?.kind === kind) {
    pieces[pieces.length - 1] = { text: last.text + node.value, kind }
  } else if (node.value !== undefined && node.value !== '') pieces.push({ text: node.value, kind })
  const own = kindOf(node) ?? kind
  for (const child of node.children ?? []) walk(child, own, pieces)
}

function kindOf(node: CodeNode): TokenKind | null {
  const names = node.properties?.className
  if (!Array.isArray(names)) return null
  // A class is a type although it is a title too.
  if (names.includes('class_')) return 'type'
  for (const name of names) {
    const kind = KINDS[String(name)]
    if (kind !== undefined) return kind
  }
  return null
}
