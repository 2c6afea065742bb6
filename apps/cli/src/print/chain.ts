/** The chain of one call, from top to bottom in the order in which it happened. */
import type { Chain, ChainHook, ChainPoint, ChainQuestion } from '../chain'
import type { Output } from '../output'
import { changeLines } from './changes'
import { saidBy, verdictWord } from './outcome'
import { duration, oneLine, pad, safe, widthOf } from './text'
import { answerText, outcomeLines } from './turn'

// Enough to recognise a result; the whole of it is in --json.
const RESULT_LINES = 12

export function printChain(out: Output, chain: Chain): void {
  for (const line of chainText(chain)) out.line(line)
}

export function chainText(chain: Chain): readonly string[] {
  const { call, turn, points, questions } = chain
  const [before, after] = [
    points.filter((one) => one.point === 'tools.before'),
    points.filter((one) => one.point === 'tools.after'),
  ]
  return [
    `${call.id}${turn === null ? '' : ` in turn ${turn}`}`,
    `  the model asked for ${call.name} ${oneLine(JSON.stringify(call.args))}`,
    ...before.flatMap(pointText),
    ...questions.flatMap(questionText),
    `${chain.status.replace('_', ' ')}${chain.durationMs === null ? '' : ` after ${duration(chain.durationMs)}`}`,
    ...after.flatMap(pointText),
    ...resultText(chain),
  ]
}

function questionText({ question, answer, changes }: ChainQuestion): readonly string[] {
  const by = question.hook ?? 'permission'
  const said = answer === null ? 'open' : answerText(answer)
  return [`question by ${by}: ${oneLine(question.text)} → ${said}`, ...changeLines(changes, '  ')]
}

function pointText({ point, asked, notAsked, outcome }: ChainPoint): readonly string[] {
  const width = [...asked.map((one) => one.verdict), ...notAsked].reduce(
    (most, one) => Math.max(most, widthOf(one.hook)),
    0,
  )
  return [
    point,
    ...asked.flatMap((hook) => hookText(hook, width)),
    ...notAsked.map((verdict) => `  - ${pad(verdict.hook, width)}  not asked: ${verdict.notAsked}`),
    ...(outcome === null ? [] : outcomeText(point, outcome)),
  ]
}

function hookText({ verdict, changes }: ChainHook, width: number): readonly string[] {
  const mode = verdict.mode === 'enforce' ? '' : ` (${verdict.mode})`
  const said = changes.length > 0 && verdict.decision === 'rewrite' ? (verdict.reason ?? '') : saidBy(verdict)
  const head = `  ${verdict.position + 1} ${pad(verdict.hook, width)}  ${verdictWord(verdict)}${mode}, ${duration(verdict.durationMs)}`
  return [`${head}${said === '' ? '' : `: ${oneLine(said)}`}`, ...changeLines(changes, '      ')]
}

function outcomeText(point: string, outcome: Parameters<typeof outcomeLines>[1]): readonly string[] {
  const lines = outcomeLines(point, outcome)
  const context = outcome.context.map((text) => `  context for the model: ${oneLine(text)}`)
  return lines.length === 0
    ? ['  = pass', ...context]
    : [...lines.map((line) => line.replace(`  ${point}: `, '  = ')), ...context]
}

function resultText({ result }: Chain): readonly string[] {
  if (result === null) return ['the model was told nothing yet']
  const lines = safe(result.content).split('\n')
  const more = lines.length - RESULT_LINES
  return [
    `the model was told${result.isError ? ' (as an error)' : ''}`,
    ...lines.slice(0, RESULT_LINES).map((line) => `  ${line}`),
    ...(more > 0 ? [`  … ${more} more lines`] : []),
  ]
}
