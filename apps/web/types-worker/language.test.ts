/** The real type checker on the declarations that the page ships. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Language, openLanguage } from './language'

const web = fileURLToPath(new URL('..', import.meta.url))
let language: Language

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'belay-types-'))
  execFileSync(process.execPath, [join(web, 'scripts/bundle-types.mjs'), folder])
  const read = (...path: string[]) => JSON.parse(readFileSync(join(folder, ...path), 'utf8'))
  language = openLanguage(read(read('version.json').version, 'declarations.json'))
  rmSync(folder, { recursive: true })
}, 60_000)

const hook = (body: string, point = 'tools.before') =>
  `import { defineHook } from '@belay/hooks'\nimport { z } from 'zod'\nexport default defineHook({\n  name: 'mine',\n  description: 'Mine.',\n  params: z.object({ words: z.array(z.string()).default([]) }),\n  on: { '${point}': async (t, call) => {\n${body}\n} },\n})\n`

/** `‸` is the cursor. */
function cursor(text: string) {
  const pos = text.indexOf('‸')
  return { text: text.replace('‸', ''), pos, language: 'ts' as const }
}

const messages = (text: string) => language.problems({ text, language: 'ts' }).map(({ message }) => message)
const labels = (text: string) =>
  language.complete({ ...cursor(text), explicit: false })?.options.map(({ label }) => label) ?? []

describe('what the editor says of a hook', () => {
  it.each([
    ['a hook of parameters, Node and zod', hook("if (t.params.words.includes(call.name)) return t.deny('no')")],
    ['globals of Node', hook('console.log(process.cwd(), Buffer.from(""), new URL("a:b"), await fetch("a"))')],
    ['imports of Node', `import { readFileSync } from 'node:fs'\n${hook('readFileSync("a", "utf8").trim()')}`],
    ['what stands beside the file', `import { word } from './_words'\n${hook('return t.deny(word)')}`],
  ])('nothing against %s', (_, text) => {
    expect(messages(text)).toEqual([])
  })

  it.each([
    ['a verdict of another point', hook('return t.retry(3)'), /retry/],
    ['a parameter that there is not', hook('t.params.wrods'), /wrods/],
    ['a wrong type', hook("return t.deny('no', 3)"), /Expected 1 arguments|not assignable/],
    ['a syntax error', hook('return t.deny('), /expected/],
    ['a point that there is not', hook('', 'tools.befor'), /tools\.befor/],
  ])('what is wrong with %s', (_, text, message) => {
    expect(messages(text).join('\n')).toMatch(message)
  })

  it.each([
    ['what `t` can do at the point', hook('t.‸'), 'deny'],
    ['the parameters by name', hook('t.params.w‸'), 'words'],
    ['the builders of zod', hook('').replace('z.array', 'z.‸array'), 'string'],
    ['what is handed over', hook('call.‸'), 'args'],
  ])('offers %s', (_, text, label) => {
    expect(labels(text)).toContain(label)
  })

  it('says what something is, with its comment', () => {
    const { text, pos } = cursor(hook("return t.de‸ny('no')"))
    const found = language.hover({ text, pos, language: 'ts' })
    expect(text.slice(found?.from, found?.to)).toBe('deny')
    expect(found?.code).toMatch(/deny/)
    const plain = cursor(
      "import { defineHook } from '@belay/hooks'\nexport default defineHook({ name: 'a', description: 'a', on: { 'stop.done': (‸t) => t.useDefault } })\n",
    )
    expect(language.hover(plain)?.code).toBe('(parameter) t: Snapshot')
  })

  it('says nothing against JavaScript, and completes it all the same', () => {
    const text = "import { defineHook } from '@belay/hooks'\nconst x = 'a'.\n"
    expect(language.problems({ text: text.replace('.\n', '\n'), language: 'js' })).toEqual([])
    const found = language.complete({ text, pos: text.length - 1, explicit: false, language: 'js' })
    expect(found?.options.map(({ label }) => label)).toContain('toUpperCase')
  })
})
