/** The pages for hook authors: every example compiles, loads and does what it says. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { askPoint, type CallbackSource, type HookFacts, POINT_RULES, type PointEvents } from '@belay/hooks'
import {
  type Attachment,
  attachmentId,
  callId,
  type Json,
  type JsonObject,
  type Outcome,
  POINTS,
  type PointId,
} from '@belay/trace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHookLibrary } from './create-hook-library'
import type { HookLibrary } from './library'
import { FACTS, realClock } from './testing/world'

const root = resolve(fileURLToPath(new URL('.', import.meta.url)), '../../../..')
const page = readFileSync(join(root, 'docs/hooks.md'), 'utf8')
const pages = readdirSync(join(root, 'docs/hooks'))

function blocks(text: string, language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1] ?? '')
}

const examples = new Map(blocks(page, 'ts').map((code) => [/^\/\/ (\S+)\.ts\n/.exec(code)?.[1] ?? 'nameless', code]))

describe('docs/hooks.md', () => {
  let library: HookLibrary
  let home: string
  beforeAll(() => {
    const dist = join(root, 'packages/host/dist')
    mkdirSync(dist, { recursive: true })
    home = mkdtempSync(join(dist, 'doc-examples-'))
    mkdirSync(join(home, 'hooks'))
    for (const [name, code] of examples) writeFileSync(join(home, 'hooks', `${name}.ts`), code)
    library = createHookLibrary({ home, clock: realClock })
  })
  afterAll(async () => {
    await library.close()
    rmSync(home, { recursive: true, force: true })
  })

  async function ask<P extends PointId>(
    hook: string,
    asked: {
      readonly point: P
      readonly event: PointEvents[P]
      readonly facts?: Partial<HookFacts>
      readonly params?: JsonObject
      readonly callbacks?: CallbackSource
    },
  ): Promise<Outcome> {
    const { point, event, params = {} } = asked
    const attachment: Attachment = {
      ...{ id: attachmentId(hook), hook, name: hook, source: 'library', mode: 'enforce', onFailure: 'open' },
      ...{ points: [point], params, version: null, error: null },
    }
    return askPoint({
      ...{ point, event, hooks: await library.load([attachment]), facts: { ...FACTS, ...asked.facts } },
      ...{ clock: realClock, signal: new AbortController().signal, sink: null, lastAnswers: null },
      policy: { rewrites: 'first', stopAtFirstBlock: false },
      ...(asked.callbacks === undefined ? {} : { callbacks: asked.callbacks }),
    })
  }

  const call = (command: string) => ({ id: callId('c1'), name: 'run', args: { command } })
  const reply = (text: string, held = 0) => ({ reply: { text, calls: [] }, held, active: false })

  it('has examples, and all of them load', async () => {
    expect([...examples.keys()]).toEqual([
      'no-force',
      'second-opinion',
      'dry-run',
      'hide-keys',
      'house-rules',
      'tests-first',
      'audit',
    ])
    const own = (await library.list()).filter(({ builtIn }) => !builtIn)
    expect(own.map(({ slug, name, error }) => [slug, name, error])).toEqual(
      [...examples.keys()].sort().map((name) => [name, name, null]),
    )
  })

  it('its examples compile', () => {
    const config = {
      extends: '../../../../tsconfig.base.json',
      compilerOptions: { types: ['node'] },
      include: ['hooks'],
    }
    writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    expect(() => execFileSync(process.execPath, [tsc, '--noEmit', '-p', home], { encoding: 'utf8' })).not.toThrow()
  })

  it('no-force refuses', async () => {
    const push = { point: 'tools.before', event: { call: call('git push --force') } } as const
    expect(await ask('no-force', push)).toMatchObject({ decision: 'block' })
  })

  it('second-opinion asks a model once, and a person where that says no', async () => {
    const stored = new Map<string, Json>()
    let asked = 0
    const callbacks: CallbackSource = () => async (request) => {
      if (request.do === 'store.get') return stored.get(request.key) ?? null
      if (request.do === 'store.set') stored.set(request.key, request.value)
      if (request.do !== 'llm') return null
      asked += 1
      return { text: request.prompt.includes('rm') ? 'It deletes.' : 'ok', tokens: 3 }
    }
    const about = async (command: string) =>
      ask('second-opinion', { point: 'tools.before', event: { call: call(command) }, callbacks })
    expect(await about('rm x')).toMatchObject({
      decision: 'ask',
      carried: { question: 'It deletes. Run it all the same?' },
    })
    expect([(await about('ls')).decision, (await about('rm x')).decision]).toEqual(['pass', 'ask'])
    expect(asked).toBe(2)
  })

  it('dry-run rewrites and says so', async () => {
    const publish = { point: 'tools.before', event: { call: call('npm publish') } } as const
    expect(await ask('dry-run', publish)).toMatchObject({
      value: { args: { command: 'npm publish --dry-run' } },
      notes: ['dry-run: tried out only'],
    })
  })

  it('hide-keys changes what the model reads', async () => {
    const result = { id: callId('c1'), name: 'run', content: `key sk-${'a'.repeat(24)}.`, isError: false }
    const event = { result, call: call('env'), startedMs: 0, finishedMs: 1 }
    expect((await ask('hide-keys', { point: 'tools.after', event })).value).toBe('key sk-….')
  })

  it('house-rules adds to the prompt and chooses a model', async () => {
    expect((await ask('house-rules', { point: 'context.build', event: {} })).value).toEqual({
      system: 'You are kind.\n\nAnswer in one paragraph unless asked for more.',
    })
    const chosen = async (step: number) =>
      (await ask('house-rules', { point: 'model.choose', event: {}, facts: { step } })).value
    expect([await chosen(1), await chosen(3)]).toEqual([{ model: 'large', provider: 'scripted' }, null])
    const resumed = await ask('house-rules', { point: 'session.start', event: { source: 'resume' } })
    expect(resumed.context).toHaveLength(1)
  })

  it('tests-first asks again once, and waits out a busy provider', async () => {
    const stop = async (text: string, held = 0) =>
      (await ask('tests-first', { point: 'stop.done', event: reply(text, held) })).decision
    expect([await stop('Done.'), await stop('The tests pass.'), await stop('Done.', 1)]).toEqual([
      'ask_again',
      'pass',
      'pass',
    ])
    const failed = await ask('tests-first', { point: 'errors.on', event: { err: '429 slow down' } })
    expect(failed.carried).toEqual({ seconds: 5 })
    const empty = await ask('tests-first', { point: 'guard.onInput', event: { msg: ' ', origin: 'person' } })
    expect(empty.decision).toBe('block')
  })

  it('audit only listens', async () => {
    const result = { id: callId('c1'), name: 'run', content: '', isError: false }
    const event = { result, call: call('ls'), startedMs: 0, finishedMs: 1 }
    expect(await ask('audit', { point: 'tools.after', event, facts: { dryRun: true } })).toMatchObject({
      decision: 'pass',
    })
    expect(await library.find('audit')).toMatchObject({ observe: true })
  })

  it('its table of points says what the table in the code says', () => {
    const words = { ask_again: 'ask again' } as const
    const rows = page.split('\n').filter((line) => /^\| `[a-z]+\.\w+`/.test(line))
    const said = new Map(
      rows.flatMap((row) => {
        const [, points = '', decisions = ''] = row.split('|').map((cell) => cell.trim())
        return [...points.matchAll(/`([^`]+)`/g)].map((match) => [match[1] ?? '', decisions] as const)
      }),
    )
    for (const point of POINTS) {
      const cell = said
        .get(point)
        ?.replace(/\(.*\)/, '')
        .trim()
      const named = cell === '–' ? [] : (cell ?? 'missing').split(', ')
      const { decisions } = POINT_RULES[point]
      const expected = decisions.map((decision) => (decision in words ? words.ask_again : decision))
      expect([point, [...named].sort()]).toEqual([point, [...expected].sort()])
    }
  })
})

describe('docs/hooks/', () => {
  const library = createHookLibrary({ home: '/nowhere', clock: realClock })

  it('has a page for each built-in hook', async () => {
    expect(pages.sort()).toEqual((await library.list()).map(({ slug }) => `${slug}.md`))
  })

  it.each(pages)('%s names every parameter, and its examples fit', async (name) => {
    const text = readFileSync(join(root, 'docs/hooks', name), 'utf8')
    const hook = await library.find(name.replace(/\.md$/, ''))
    if (hook === null) throw new Error(`${name} is about no hook`)
    const given = blocks(text, 'json').map((block) => JSON.parse(block))
    expect(given.length).toBeGreaterThan(0)
    for (const params of given) expect(await library.checkParams(hook, params)).toMatchObject({ ok: true })
    for (const parameter of Object.keys(hook.defaults))
      expect(text).toContain(parameter === 'rules' ? '"rules"' : `\`${parameter}\``)
  })
})
