/** `{{lastResult}}`, `{{user}}` and `{{workspace}}` in a step, filled in. Other braces stay as they are. */
import type { Json } from '@belay/trace'
import type { ScriptStep } from './script'

export interface TemplateValues {
  readonly lastResult: string
  readonly user: string
  readonly workspace: string
}

export function fillTemplates(step: ScriptStep, values: TemplateValues): ScriptStep {
  const { text, reasoning, calls } = step
  const fill = (each: string) => fillText(each, values)
  return {
    ...step,
    ...(text === undefined ? {} : { text: fill(text) }),
    ...(reasoning === undefined ? {} : { reasoning: fill(reasoning) }),
    ...(calls === undefined ? {} : { calls: calls.map((call) => fillCall(call, values)) }),
  }
}

type Call = NonNullable<ScriptStep['calls']>[number]

function fillCall(call: Call, values: TemplateValues): Call {
  const args = Object.entries(call.args ?? {}).map(([name, value]) => [name, fillJson(value, values)])
  return {
    ...call,
    ...(call.args === undefined ? {} : { args: Object.fromEntries(args) }),
    ...(call.raw === undefined ? {} : { raw: fillText(call.raw, values) }),
  }
}

function fillJson(value: Json, values: TemplateValues): Json {
  if (typeof value === 'string') return fillText(value, values)
  if (Array.isArray(value)) return value.map((item: Json) => fillJson(item, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillJson(item, values)]))
}

function fillText(text: string, values: TemplateValues): string {
  return text.replaceAll(/\{\{\s*(lastResult|user|workspace)\s*\}\}/g, (_, name: keyof TemplateValues) => values[name])
}
