import { describe, expect, it } from 'vitest'
import { readHookArgument } from './hook-argument'

describe('a hook on the command line', () => {
  const rows: readonly [text: string, hook: string, params: object | null][] = [
    ['block-commands', 'block-commands', null],
    ['block-commands:{"patterns":["a:{b"]}', 'block-commands', { patterns: ['a:{b'] }],
    ['./my-hook.ts', '/srv/code/my-hook.ts', null],
    ['my-hook.ts', '/srv/code/my-hook.ts', null],
    ['../a:b/hook.mjs', '/srv/a:b/hook.mjs', null],
    ['/x/hook.ts:{"a":1}', '/x/hook.ts', { a: 1 }],
  ]
  it.each(rows)('%s', (text, hook, params) => {
    expect(readHookArgument(text, '/srv/code')).toMatchObject({ hook, params })
  })

  const wrong: readonly [text: string, sentence: RegExp][] = [
    ['', /names no hook/],
    [':{"a":1}', /names no hook/],
    ['block-commands:rm', /must be a JSON object: block-commands:\{…\}/],
    ['block-commands:{"a"}', /parameters of block-commands are not JSON: .* at character 5/],
  ]
  it.each(wrong)('refuses %j', (text, sentence) => {
    expect(() => readHookArgument(text, '/srv/code')).toThrow(sentence)
  })
})
