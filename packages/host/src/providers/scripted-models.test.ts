import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../testing/fresh-folder'
import { loadScript, parseScript } from './load-script'
import { createScriptedModels } from './scripted-models'

describe('a script with a mistake says file, line and reason', () => {
  test.each([
    ['broken YAML', 'steps:\n  - text: "a\n', 'x.yaml:3: Missing closing "quote'],
    ['broken JSON', '{\n  "steps": [\n    { "text": "a" ]\n}', 'x.yaml:3: '],
    ['an unknown key', 'steps:\n  - text: a\n    txt: b\n', 'x.yaml:3: steps.0: Unrecognized key: "txt"'],
    [
      'a wrong kind of value',
      'steps:\n  - text: a\n  - text: 5\n',
      'x.yaml:3: steps.1.text: Invalid input: expected string, received number',
    ],
    ['no steps', 'name: a\n', 'x.yaml:1: steps: Invalid input: expected array, received undefined'],
    [
      'args and raw',
      'steps:\n  - calls:\n      - { name: a, args: {}, raw: "" }\n',
      'x.yaml:3: steps.0.calls.0: a call has args or raw, not both',
    ],
    ['an empty step', 'steps:\n  - {}\n', 'x.yaml:2: steps.0: a step says something'],
    ['a key twice', 'steps: []\nsteps: []\n', 'x.yaml:2: Map keys must be unique'],
    ['nothing', '', 'x.yaml: '],
  ])('%s', (_, text, message) => {
    const loaded = parseScript(text, 'x.yaml')
    expect(loaded.ok ? 'no mistake' : loaded.message).toContain(message)
    expect(loaded.ok ? '' : loaded.message).not.toContain('\n')
  })

  test('a file that is not there', () => {
    expect(loadScript('/no/such.yaml')).toMatchObject({ ok: false, message: '/no/such.yaml: there is no such script' })
  })

  test('what is no file, and what is too large', () => {
    const path = freshFolder()
    const [pipe, large] = [join(path, 'pipe.yaml'), join(path, 'large.yaml')]
    execFileSync('mkfifo', [pipe])
    writeFileSync(large, '#'.repeat(4 * 1_048_576 + 1))
    for (const [file, why] of [
      [path, 'it is a folder'],
      [pipe, 'it is not a regular file'],
      ['/dev/zero', 'it is not a regular file'],
      [large, 'it is larger than 4 MiB'],
    ] as const)
      expect(loadScript(file)).toMatchObject({ ok: false, found: true, message: `${file}: ${why}` })
  })

  test('JSON, tabs and a byte order mark are fine', () => {
    expect(parseScript('\uFEFF{\n\t"steps": [\n\t\t{ "text": "a" }\n\t]\n}', 'x.json')).toMatchObject({ ok: true })
  })
})

describe('models are looked up', () => {
  function folder() {
    const path = freshFolder()
    writeFileSync(join(path, 'tour.yaml'), 'name: The tour\nsteps: [{ text: hi }]')
    writeFileSync(join(path, 'plain.json'), '{ "steps": [] }')
    writeFileSync(join(path, 'broken.yml'), 'steps: 5')
    writeFileSync(join(path, 'notes.txt'), '')
    return path
  }

  test('by name, by path, and not at all', () => {
    const path = folder()
    const source = createScriptedModels({ scriptsFolders: ['/no/such', path], from: path })
    expect(source.resolve('tour')?.name).toBe('scripted')
    expect(source.resolve(join(path, 'tour.yaml'))?.name).toBe('scripted')
    expect(source.resolve('./tour.yaml')?.name).toBe('scripted')
    const elsewhere = createScriptedModels({ scriptsFolders: [path], from: '/no/such' })
    expect(elsewhere.resolve('tour.yaml')?.name).toBe('scripted')
    expect(elsewhere.resolve('./tour.yaml')).toBeNull()
    expect(source.resolve('nothing')).toBeNull()
    expect(source.resolve('../tour')).toBeNull()
  })

  test('as the same provider while the script stays the same', () => {
    const path = folder()
    const source = createScriptedModels({ scriptsFolders: [path] })
    const first = source.resolve('tour')
    expect(source.resolve('tour')).toBe(first)
    writeFileSync(join(path, 'tour.yaml'), 'steps: [{ text: changed }]')
    expect(source.resolve('tour')).not.toBe(first)
  })

  test('and listed, those with a mistake too', () => {
    expect(createScriptedModels({ scriptsFolders: [folder(), '/no/such'] }).list()).toEqual([
      { model: 'broken', label: 'broken (does not load)' },
      { model: 'plain', label: 'plain' },
      { model: 'tour', label: 'The tour' },
    ])
  })

  test('and checked, with a sentence for what can’t be used', async () => {
    const path = folder()
    const source = createScriptedModels({ scriptsFolders: [path] })
    expect(source.check('tour')).toBeNull()
    expect(source.check('nothing')).toBe(
      `There is no script nothing (nothing.yaml, nothing.yml, nothing.json) in ${path}.`,
    )
    expect(source.check('broken')).toContain('broken.yml:1: steps: Invalid input')
    expect(source.check('x.yaml')).toBe(`There is no script x.yaml in ${process.cwd()} or ${path}.`)
    expect(source.check('/no/x')).toBe('There is no script /no/x.')
    const request = {
      model: '',
      system: '',
      messages: [],
      tools: [],
      toolChoice: 'auto',
      responseMode: null,
      generation: {},
    } as const
    const context = {
      signal: new AbortController().signal,
      sessionId: 's',
      turn: 1,
      workspace: '/',
      agent: 'main',
      rows: [],
    }
    const events = source.resolve('broken')?.stream(request, context)[Symbol.asyncIterator]()
    await expect(events?.next()).rejects.toMatchObject({ facts: { status: 400 } })
  })
})
