import { describe, expect, it } from 'vitest'
import { readableProblem, readableTypes } from './readable'

describe('what the checker says', () => {
  it.each([
    [
      "Property 'denny' does not exist on type 'Snapshot<Readonly<Record<string, never>>>'. Did you mean 'deny'?",
      "t has no 'denny' at this point. Did you mean 'deny'?",
    ],
    ["Property 'foo' does not exist on type 'Snapshot<{ words: string[]; }>'.", "t has no 'foo' at this point."],
    [
      'Type \'number\' is not assignable to type \'Nothing | Said<"pass", null> | Said<"block", unknown> | CallChange\'.',
      "Type 'number' is not assignable to what may be answered here: nothing, pass, block, CallChange.",
    ],
    [
      "Object literal may only specify known properties, and ''tools.befor'' does not exist in type 'OnFunctions<undefined>'.",
      "Object literal may only specify known properties, and there is no point 'tools.befor'.",
    ],
    ["Property 'argz' does not exist on type 'HookCall'.", "Property 'argz' does not exist on type 'HookCall'."],
  ])('%s is read as %s', (message, read) => {
    expect(readableProblem(message)).toBe(read)
  })

  it('of a type without parameters names none', () => {
    expect(readableTypes('(parameter) t: Snapshot<Readonly<Record<string, never>>>')).toBe('(parameter) t: Snapshot')
  })
})
