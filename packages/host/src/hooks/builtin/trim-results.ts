/**
 * Cuts long results to their beginning and end. Promises: says how much was left out and how to see it; never makes a
 * result longer, and leaves short ones to the letter.
 */
import { defineHook, notShownToHooks } from '@belay/hooks'
import { z } from 'zod'
import { headEnd, tailStart } from './cut-text'
import { matchesTool, toolMatcherText } from './tool-matcher'

/** Less would hardly hold the line that says what was left out. */
const LEAST = 200

const most = z.int().min(LEAST).max(10_000_000)

const params = z.strictObject({
  most: most.default(20_000).describe('Characters of a result at most; four are about a token.'),
  overrides: z
    .array(
      z.strictObject({
        tools: toolMatcherText.describe('Which tools: names split at `|`, or a regular expression.'),
        most: most.describe('Characters of their results at most.'),
      }),
    )
    .max(100)
    .default([])
    .describe('Other limits for some tools; the first that fits counts.'),
  head: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('How much of what is kept is the beginning: 1 is all of it, 0 keeps the end alone.'),
})

type Params = z.output<typeof params>

export const trimResults = defineHook({
  name: 'trim-results',
  description: 'Cuts long results to their beginning and end before the model reads them, and says what was left out.',
  points: ['tools.after'],
  params,
  run(t, { result }) {
    const limit = limitFor(t.params, result.name)
    const { shown, left } = notShownToHooks(result.content)
    const length = shown.length + left
    if (length <= limit) return t.useDefault
    const trimmed =
      left === 0
        ? ends(shown, limit, { t: t.params, tool: result.name })
        : beginning(shown, limit, { left, tool: result.name })
    return trimmed.length < length ? trimmed : t.useDefault
  },
})

function limitFor({ most, overrides }: Params, tool: string): number {
  return overrides.find(({ tools }) => matchesTool(tools, tool))?.most ?? most
}

function ends(
  text: string,
  limit: number,
  { t: { head }, tool }: { readonly t: Params; readonly tool: string },
): string {
  const room = limit - roomForMark(text.length, tool)
  const first = text.slice(0, headEnd(text, Math.round(room * head)))
  const last = text.slice(tailStart(text, room - Math.round(room * head)))
  const out = text.length - first.length - last.length
  return `${closed(first)}${mark(out, tool)}${last === '' ? '' : `\n${last}`}`
}

/** Hooks do not see the end of this one: nothing of it can be kept. */
function beginning(
  text: string,
  limit: number,
  { left, tool }: { readonly left: number; readonly tool: string },
): string {
  const first = text.slice(0, headEnd(text, limit - roomForMark(text.length + left, tool)))
  return `${closed(first)}${mark(text.length + left - first.length, tool)}`
}

function closed(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

function mark(out: number, tool: string): string {
  return `[${out} characters were left out here: ${HOW.get(tool) ?? 'ask for a smaller part'}]`
}

function roomForMark(length: number, tool: string): number {
  return mark(length, tool).length + 2
}

const HOW: ReadonlyMap<string, string> = new Map([
  ['run', 'run it again so that it prints less'],
  ['files.read', 'read a part with start_line and end_line'],
  ['files.find', 'narrow the path, the glob or the pattern'],
  ['files.paths', 'narrow the path or the pattern'],
  ['files.ls', 'list a folder in it'],
])
