/** `updatedToolOutput` as the text that the model reads: Claude Code's tools have objects for it, MCP tools lists of content. */
import { isJsonObject } from '@belay/hooks'
import type { Json } from '@belay/trace'
import { plainText } from './plain-text'

/** What stands for a result of which nothing was left: no text at all is no rewrite, and the hook meant to hide it. */
const NOTHING_LEFT = '(no output)'

export function toolOutputText(output: Json): string {
  const text = plainText(textOf(output))
  return text.trim() === '' ? NOTHING_LEFT : text
}

function textOf(output: Json): string {
  if (typeof output === 'string') return output
  if (Array.isArray(output)) return output.map(contentText).join('\n')
  if (!isJsonObject(output)) return JSON.stringify(output)
  const streams = [output.stdout, output.stderr].filter((part) => typeof part === 'string')
  if (streams.length > 0) return streams.filter((part) => part !== '').join('\n')
  return Array.isArray(output.content) ? textOf(output.content) : JSON.stringify(output)
}

function contentText(part: Json): string {
  return isJsonObject(part) && typeof part.text === 'string'
    ? part.text
    : typeof part === 'string'
      ? part
      : JSON.stringify(part)
}
