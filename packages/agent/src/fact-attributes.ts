/** Facts beside a tool's result, as attributes of its span. */
import { ATTR, type Attributes, type AttributeValue, type JsonObject } from '@belay/trace'

const FACT_NAMES: Readonly<Record<string, string>> = { exitCode: ATTR.exitCode, childSession: ATTR.childSession }

export function factAttributes(facts: JsonObject): Attributes {
  const scalars = Object.entries(facts).filter((entry): entry is [string, AttributeValue] => !isNested(entry[1]))
  return Object.fromEntries(scalars.map(([name, value]) => [FACT_NAMES[name] ?? `tool.result.${name}`, value]))
}

function isNested(value: JsonObject[string]): boolean {
  return typeof value === 'object' && value !== null
}
