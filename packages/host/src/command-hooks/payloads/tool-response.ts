/**
 * The result of a call in the shape that Claude Code hands to `PostToolUse`, as far as a result tells: what the model reads. What of
 * Claude Code's is not known here (what stood in a file before) is null or empty, as it is there where nothing was.
 */
import type { HookResult } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'

/** `input` as the payload has it. */
export function toolResponse({ name, content }: HookResult, input: JsonObject): Json {
  if (name.startsWith('mcp__')) return [{ type: 'text', text: content }]
  const filePath = input.file_path ?? null
  switch (name) {
    case 'run':
      return { stdout: outputOf(content), stderr: '', interrupted: false, isImage: false, noOutputExpected: false }
    case 'files.write':
      return { type: 'create', filePath, content: input.content ?? null, ...UNKNOWN_BEFORE }
    case 'files.edit':
      return {
        filePath,
        oldString: input.old_string ?? null,
        newString: input.new_string ?? null,
        ...UNKNOWN_BEFORE,
        replaceAll: false,
      }
    case 'files.read':
      return { type: 'text', file: { filePath, ...linesOf(content) } }
    case 'agents.spawn':
      return { status: 'async_launched', prompt: input.prompt ?? null, content: [{ type: 'text', text: content }] }
    default:
      return content
  }
}

const UNKNOWN_BEFORE = { structuredPatch: [], originalFile: null, userModified: false }
/** The lines about how it ended, behind what it wrote. */
const ENDING = /(?:\[something that it started is still running\]\n)?\[([^\]\n]*)\]\s*$/

function outputOf(content: string): string {
  return content.replace(ENDING, '').replace(/\n$/, '')
}

/** Claude Code's words: `Exit code 3`, then what the command wrote. */
export function toolError({ name, content }: HookResult): string {
  const code = name === 'run' ? /^exit code (\d+)$/.exec(ENDING.exec(content)?.[1] ?? '')?.[1] : undefined
  if (code === undefined) return content
  const output = outputOf(content)
  return `Exit code ${code}${output === '' ? '' : `\n${output}`}`
}

/** Whether the person stopped it, by what its result says. */
export function wasInterrupted({ name, content }: HookResult): boolean {
  const ending = name === 'run' ? ENDING.exec(content)?.[1] : undefined
  return ending === 'stopped before it ended' || content === 'not run: the turn was stopped by the person'
}

function linesOf(content: string): JsonObject {
  const numbered = [...content.matchAll(/^(\d+)\t(.*)$/gm)]
  const lines = numbered.map(([, , line = '']) => line)
  const last = Number(numbered.at(-1)?.[1] ?? 0)
  const isWhole = content.endsWith('[end of file]')
  return {
    content: lines.join('\n'),
    numLines: lines.length,
    startLine: Number(numbered[0]?.[1] ?? 1),
    // Beyond what was read nobody counted.
    totalLines: isWhole || lines.length === 0 ? last : null,
  }
}
