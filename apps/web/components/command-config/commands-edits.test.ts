import { describe, expect, it } from 'vitest'
import { addItem, applyChanges, moveItem, removeAt, setValue } from './commands-edits'
import { readForm } from './commands-form-model'

/** Written by a person: blanks, one-line entries, tabs nowhere. */
const TEXT = `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash",   "hooks": [
        { "type": "command", "command": "one" },
        { "type": "command",
          "command": "two", "timeout": 5 }
      ] },
      { "hooks": [] }
    ]
  },
  "other": [1,2,   3]
}
`
const LIST = ['hooks', 'PreToolUse', 0, 'hooks']
const after = (changes: Parameters<typeof applyChanges>[1], text = TEXT) => applyChanges(text, changes)

describe('an edit of the form', () => {
  it('of one value leaves all the rest as it is written', () => {
    expect(after(setValue(TEXT, [...LIST, 1, 'timeout'], 7.5))).toBe(TEXT.replace('"timeout": 5', '"timeout": 7.5'))
    expect(after(setValue(TEXT, ['hooks', 'PreToolUse', 0, 'matcher'], 'Edit|Write'))).toBe(
      TEXT.replace('"Bash"', '"Edit|Write"'),
    )
  })

  it('moves entries as they are written, whatever stands between them', () => {
    const moved = after(moveItem(TEXT, LIST, [1, 0]))
    expect(moved).toBe(
      TEXT.replace('{ "type": "command", "command": "one" }', '@')
        .replace(
          '{ "type": "command",\n          "command": "two", "timeout": 5 }',
          '{ "type": "command", "command": "one" }',
        )
        .replace('@', '{ "type": "command",\n          "command": "two", "timeout": 5 }'),
    )
    expect(after(moveItem(moved, LIST, [0, 1]), moved)).toBe(TEXT)
  })

  it('moves one of many to any place', () => {
    const text = '{"a":[0, 1,2 ,3]}'
    expect(after(moveItem(text, ['a'], [0, 2]), text)).toBe('{"a":[1, 2,0 ,3]}')
    expect(after(moveItem(text, ['a'], [3, 0]), text)).toBe('{"a":[3, 0,1 ,2]}')
    expect(moveItem(text, ['a'], [0, 4])).toEqual([])
  })

  it('adds to a list, and makes the list and what is around it where there is none', () => {
    const parsed = (text: string) => JSON.parse(text)
    expect(parsed(after(addItem(TEXT, LIST, { type: 'command', command: '' }))).hooks.PreToolUse[0].hooks).toHaveLength(
      3,
    )
    expect(parsed(after(addItem(TEXT, ['hooks', 'Stop'], { hooks: [] }))).hooks.Stop).toEqual([{ hooks: [] }])
    expect(parsed(after(addItem('{}', ['hooks', 'Stop'], { hooks: [] }), '{}'))).toEqual({
      hooks: { Stop: [{ hooks: [] }] },
    })
  })

  it('removes an entry, the last one too, and nothing where there is none', () => {
    const one = after(removeAt(TEXT, [...LIST, 0]))
    expect(JSON.parse(one).hooks.PreToolUse[0].hooks).toEqual([{ type: 'command', command: 'two', timeout: 5 }])
    const none = after(removeAt(one, [...LIST, 0]), one)
    expect(JSON.parse(none).hooks.PreToolUse[0].hooks).toEqual([])
    expect(none).toContain('"other": [1,2,   3]')
    expect(removeAt(none, [...LIST, 0])).toEqual([])
  })

  it('indents with tabs where the file does', () => {
    const text = '{\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n'
    expect(after(addItem(text, ['hooks', 'Stop'], { hooks: [] }), text)).toMatch(/\n\t\t\t\{\n\t\t\t\t"hooks": \[\]/)
  })
})

describe('the form', () => {
  it('knows where each thing stands', () => {
    const form = readForm(TEXT)
    const groups = form.ok ? form.events.flatMap((event) => event.groups) : []
    expect(
      groups.map(({ path, line, matcher, entries }) => [path, line, matcher, entries.map((one) => one.line)]),
    ).toEqual([
      ['hooks.PreToolUse[0]', 4, 'Bash', [5, 6]],
      ['hooks.PreToolUse[1]', 9, '', []],
    ])
  })

  it.each<[what: string, text: string, because: 'json' | 'shape']>([
    ['a comma too many', '{"hooks": {},}', 'json'],
    ['a comment, which JSON does not have', '{ // no\n "hooks": {} }', 'json'],
    ['nothing', '', 'json'],
    ['a list', '[]', 'shape'],
    ['hooks that are none', '{"hooks": 1}', 'shape'],
  ])('of %s is left to the JSON view', (_, text, because) => {
    expect(readForm(text)).toEqual({ ok: false, because })
  })

  it('says of what it can not show that it is odd, and names keys that have no field', () => {
    const form = readForm(
      '{"hooks": {"Stop": 1, "PreToolUse": [1, {"hooks": [2, {"type": "command", "headers": {}}]}]}}',
    )
    const [stop, before] = form.ok ? form.events : []
    expect([stop?.odd, before?.groups.map(({ odd }) => odd)]).toEqual([true, [true, true]])
    expect(before?.groups[1]?.entries.map(({ path, others }) => [path, others])).toEqual([
      ['hooks.PreToolUse[0].hooks[1]'.replace('[0]', '[1]'), ['headers']],
    ])
  })
})
