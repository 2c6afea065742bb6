/**
 * Edits of `hooks.json` as changes of its text. Promises: what an edit is not about stays as it is written, to the blank; an
 * edit of a place that is not there changes nothing.
 */
import { type Edit, findNodeAtLocation, type JSONPath, modify, type Node, parseTree } from 'jsonc-parser'
import type { TextChange } from '../hooks-editor/text-editor'

/** Undefined takes the key away. */
export function setValue(text: string, at: JSONPath, value: unknown): readonly TextChange[] {
  return changesOf(modify(text, at, value, { formattingOptions: indentOf(text) }))
}

/** At the end of a list; where there is no list, one is made. */
export function addItem(text: string, list: JSONPath, item: unknown): readonly TextChange[] {
  const node = nodeAt(text, list)
  if (node?.type !== 'array') return setValue(text, list, [item])
  const options = { formattingOptions: indentOf(text), isArrayInsertion: true }
  return changesOf(modify(text, [...list, node.children?.length ?? 0], item, options))
}

export function removeAt(text: string, at: JSONPath): readonly TextChange[] {
  return nodeAt(text, at) === undefined ? [] : setValue(text, at, undefined)
}

/** The items between the two places move by one; each is written as it was. */
export function moveItem(text: string, list: JSONPath, [from, to]: readonly [number, number]): readonly TextChange[] {
  const items: readonly Node[] = nodeAt(text, list)?.children ?? []
  if (items[from] === undefined || items[to] === undefined || from === to) return []
  const order = items.map((_, at) => at)
  order.splice(to, 0, ...order.splice(from, 1))
  return items.flatMap((item, at) => {
    const moved = items[order[at] ?? at]
    if (moved === undefined || moved === item) return []
    const insert = text.slice(moved.offset, moved.offset + moved.length)
    return [{ from: item.offset, to: item.offset + item.length, insert }]
  })
}

export function applyChanges(text: string, changes: readonly TextChange[]): string {
  return [...changes]
    .sort((one, other) => other.from - one.from)
    .reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text)
}

function nodeAt(text: string, at: JSONPath): Node | undefined {
  const tree = parseTree(text)
  return tree === undefined ? undefined : findNodeAtLocation(tree, at)
}

function changesOf(edits: readonly Edit[]): readonly TextChange[] {
  return edits.map(({ offset, length, content }) => ({ from: offset, to: offset + length, insert: content }))
}

/** As the first line that is indented is. */
function indentOf(text: string): { readonly insertSpaces: boolean; readonly tabSize: number; readonly eol: string } {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.startsWith('\t') ? 4 : indent.length, eol: '\n' }
}
