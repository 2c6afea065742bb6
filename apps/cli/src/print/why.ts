/** Why a call came out as it did, as a ladder: from what the model asked for down to what it was told. */
import type { CallWhy, ChainLink, LinkRole, PointChain } from '@belay/api'
import type { Json } from '@belay/trace'
import { type Colour, makePaint, type Paint } from './paint'
import { cut, duration, oneLine, pad, safe, widthOf } from './text'
import { diffText } from './value-diff'

// Enough to recognise a result; the whole of it is in --json.
const RESULT_LINES = 12
/** Of one argument. */
const MOST_COLUMNS = 200

export function whyText(why: CallWhy, colours: boolean): readonly string[] {
  const paint = makePaint(colours)
  const before = why.points.filter(({ point }) => point !== 'tools.after')
  const after = why.points.filter(({ point }) => point === 'tools.after')
  const rungs = [
    ...(why.asked === null ? [] : [askedRung(why.asked, paint)]),
    ...before.map((chain) => pointRung(chain, paint)),
    ...(why.permission === null
      ? []
      : [[`permission: ${oneLine(why.permission.sentence).replace('refused by permission: ', 'refused: ')}`]]),
    ...(why.call === null ? [] : [endRung(why, paint)]),
    ...after.map((chain) => pointRung(chain, paint)),
    ...contextRung(why),
    ...(why.call === null ? [] : [toldRung(why.told)]),
  ]
  return [...headLines(why, paint), '', ...rungs.flatMap((lines, place) => rung(lines, place, rungs.length))]
}

function rung(lines: readonly string[], place: number, of: number): readonly string[] {
  const last = place === of - 1
  const sign = place === 0 && of > 1 ? '┌' : last ? '└' : '├'
  return lines.map((line, index) => (index === 0 ? `${sign} ${line}` : `${last ? ' ' : '│'} ${line}`.trimEnd()))
}

function headLines({ name, subject, call, span, turnNumber, sentence }: CallWhy, paint: Paint): readonly string[] {
  const what = oneLine(`${name} ${subject}`.trim())
  const where = turnNumber === null ? '' : ` in turn ${turnNumber}`
  return [`${paint('bold', what)}  ${paint('dim', `${call ?? span}${where}`)}`, oneLine(sentence)]
}

function askedRung(asked: Json, paint: Paint): readonly string[] {
  const call = readCall(asked)
  return [`the model asked for ${paint('bold', oneLine(call.name))}`, ...call.lines]
}

interface ReadCall {
  readonly name: string
  readonly lines: readonly string[]
}

function readCall(call: Json): ReadCall {
  if (!isObject(call)) return { name: '', lines: [] }
  const { name, args } = call
  const entries = isObject(args) ? Object.entries(args) : [['arguments', args ?? null] as const]
  const lines = entries.map(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `    ${oneLine(key)}: ${cut(oneLine(text), MOST_COLUMNS)}`
  })
  return { name: String(name ?? ''), lines }
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function pointRung({ point, links, sentence }: PointChain, paint: Paint): readonly string[] {
  const here = links.filter(({ notAsked }) => notAsked !== 'wrong point')
  const width = here.reduce((most, { hook }) => Math.max(most, widthOf(hook)), 0)
  const asked = links.filter(({ role }) => role !== 'not_asked')
  const away = links.filter(({ role, notAsked }) => role === 'not_asked' && notAsked !== 'wrong point')
  const elsewhere = links.filter(({ notAsked }) => notAsked === 'wrong point')
  return [
    paint('bold', point),
    ...asked.flatMap((link) => linkLines(link, width, paint)),
    ...away.map((link) => awayLine(link, width, paint)),
    ...elsewhereLines(elsewhere, paint),
    `  = ${oneLine(sentence)}`,
  ]
}

const WORDS: Readonly<Record<LinkRole, readonly [word: string, colour: Colour | null]>> = {
  won: ['won', 'green'],
  part: ['part of it', 'green'],
  overruled: ['overruled', 'yellow'],
  lost: ['lost', 'yellow'],
  silent: ['passed', 'dim'],
  failed: ['failed', 'red'],
  shadow: ['shadow', 'yellow'],
  late: ['late', 'dim'],
  heard: ['heard', 'dim'],
  not_asked: ['not asked', 'dim'],
}
const WIDEST_WORD = 10

function linkLines(link: ChainLink, width: number, paint: Paint): readonly string[] {
  const [word, colour] = WORDS[link.role]
  const shown = pad(word, WIDEST_WORD)
  const place = String(link.position + 1).padStart(2)
  const ms = duration(link.verdict.durationMs).padStart(8)
  const role = colour === null ? shown : paint(colour, shown)
  return [
    `  ${place} ${pad(oneLine(link.hook), width)}  ${role} ${ms}  ${oneLine(link.sentence)}`,
    ...changeLines(link, paint).map((line) => `      ${line}`),
    ...link.verdict.notes.map((note) => `      note: ${oneLine(note)}`),
  ]
}

function changeLines({ before, after, changed, proposed }: ChainLink, paint: Paint): readonly string[] {
  if (changed && after !== null) return diffText(before, after, paint)
  if (proposed === null) return []
  return [paint('dim', 'it would have become:'), ...diffText(before, proposed, paint)]
}

function awayLine({ hook, sentence }: ChainLink, width: number, paint: Paint): string {
  const why = oneLine(sentence).replace(/^not asked(: )?/, '')
  return paint(
    'dim',
    `   · ${pad(oneLine(hook), width)}  ${pad('not asked', WIDEST_WORD)} ${' '.repeat(8)}  ${why}`.trimEnd(),
  )
}

/** Hooks of the session that stand at other points: all in one line. */
function elsewhereLines(links: readonly ChainLink[], paint: Paint): readonly string[] {
  if (links.length === 0) return []
  const told = links.map(
    ({ hook, sentence }) => `${oneLine(hook)} (${sentence.replace('not asked: it stands at ', '')})`,
  )
  return [paint('dim', `   · elsewhere: ${told.join('; ')}`)]
}

function endRung({ status, durationMs, ran, asked }: CallWhy, paint: Paint): readonly string[] {
  const after = durationMs === null ? '' : ` after ${duration(durationMs)}`
  const other = ran !== null && JSON.stringify(ran) !== JSON.stringify(asked)
  const head = `${ran === null ? 'it did not run' : 'it ran'}: ${status.replace('_', ' ')}${after}`
  return [head, ...(other ? [paint('dim', '    as'), ...readCall(ran).lines] : [])]
}

function contextRung({ context }: CallWhy): readonly (readonly string[])[] {
  if (context.length === 0) return []
  return [['context for the model', ...context.map(({ hook, text }) => `    ${oneLine(hook)}: ${oneLine(text)}`)]]
}

function toldRung(told: string | null): readonly string[] {
  if (told === null) return ['the model was told nothing yet']
  const lines = safe(told).split('\n')
  const more = lines.length - RESULT_LINES
  return [
    'the model was told',
    ...lines.slice(0, RESULT_LINES).map((line) => `    ${line}`),
    ...(more > 0 ? [`    … ${more} more line${more === 1 ? '' : 's'}`] : []),
  ]
}
