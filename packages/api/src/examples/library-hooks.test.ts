/** `docs/examples/hooks`: each file, attached to a session of its own, does in a real turn what its page promises. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionState } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { EXAMPLES, openScene, write } from '../testing/scene'
import { afterTest } from '../testing/world'

const read = (file: string) => ({ name: 'files.read', args: { file_path: file } })
const run = (command: string) => ({ name: 'run', args: { command } })
const resultsOf = ({ rows }: SessionState) => rows.flatMap((row) => (row.kind === 'result' ? [row.content] : []))

describe('docs/examples', () => {
  const names = readdirSync(join(EXAMPLES, 'hooks')).map((file) => file.replace(/\.ts$/, ''))

  it('its hooks load, each under its own name', async () => {
    const { belay } = await openScene({ script: { steps: [{ text: 'ok' }] } })
    const own = (await belay.library()).filter(({ builtIn }) => !builtIn)
    expect(own.map(({ slug, name, error }) => [slug, name, error])).toEqual(
      names.sort().map((name) => [name, name, null]),
    )
  })

  it('all of them compile', () => {
    const tsc = join(EXAMPLES, '../../node_modules/typescript/bin/tsc')
    expect(() => execFileSync(process.execPath, [tsc, '-p', EXAMPLES], { encoding: 'utf8' })).not.toThrow()
  })

  it.each(names)('%s is on the page', (name) => {
    expect(readFileSync(join(EXAMPLES, 'README.md'), 'utf8')).toContain(`](hooks/${name}.ts)`)
  })
})

describe('house-rules', () => {
  it('adds its section to what each model call is told', async () => {
    const script = { steps: [{ calls: [read('a')] }, { text: 'Done.' }] }
    const scene = await openScene({ script, files: { a: 'A' }, attach: [{ hook: 'house-rules' }] })
    await scene.turn('go')
    const systems = (await scene.sent()).map(({ system }) => system)
    expect(systems).toHaveLength(2)
    for (const system of systems)
      expect(system).toMatch(/^.+\n\n## House rules\nAnswer in one paragraph unless asked for more\.$/s)
  })
})

describe('whole-prompt', () => {
  it('prints the sections that have something to say, and no others', async () => {
    const script = { steps: [{ text: 'Hm.', turn: true }, { text: 'Ah.' }] }
    const scene = await openScene({ script, attach: [{ hook: 'whole-prompt' }] })
    await scene.turn('go')
    write(join(scene.workspace, 'notes/INDEX.md'), 'Tests run with `make test`.\n')
    await scene.turn('again')
    const [before, after] = (await scene.sent()).map(({ system }) => system.match(/^## .+$/gm))
    expect([before, after]).toEqual([['## Sub-agents'], ['## Sub-agents', '## Notes']])
    expect((await scene.sent())[1]?.system).toMatch(/## Notes\nTests run with `make test`\.$/)
  })
})

describe('model-by-turn', () => {
  it('takes the first steps of a session on the other model, and no later ones', async () => {
    const steps = [{ calls: [read('a')] }, { text: 'Planned.', turn: true }, { text: 'Done.', turn: true }]
    const scene = await openScene({
      script: { steps: [{ text: 'By the small one.' }] },
      scripts: { large: steps },
      files: { a: 'A' },
      attach: [{ hook: 'model-by-turn', params: { provider: 'scripted', model: 'large', passes: 2 } }],
    })
    await scene.turn('plan')
    const { rows } = await scene.turn('build')
    const replies = rows.flatMap((row) => (row.kind === 'reply' ? [[row.model, row.text]] : []))
    expect(replies).toEqual([
      ['large', ''],
      ['large', 'Planned.'],
      ['small', 'By the small one.'],
    ])
    expect((await scene.sent()).map(({ model }) => model)).toEqual(['large', 'large', 'small'])
  })
})

describe('large-window', () => {
  it('leaves a message alone while the window is small, and says how large it is once it matters', async () => {
    const usage = (input: number) => ({ text: 'ok', usage: { input, output: 1 }, turn: true })
    const script = { steps: [usage(79_999), usage(80_000), usage(9)], window: 200_000 }
    const scene = await openScene({ script, attach: [{ hook: 'large-window' }] })
    await scene.turn('one')
    await scene.turn('two')
    await scene.turn('three')
    const said = (await scene.sent()).map(({ texts }) => texts.at(-1))
    expect(said.slice(0, 2)).toEqual(['one', 'two'])
    expect(said[2]).toMatch(/^three\n\n\[context: the last request was 80000 prompt tokens, of a 200000 limit\./)
  })
})

describe('ruinous-commands', () => {
  const commands = [
    ['rm  -RF   /', /^refused by ruinous-commands: this house refuses "rm -rf \/"/],
    ['dd if=/dev/zero of=/dev/sda', /refuses "of=\/dev\/sd"/],
    ['sudo reboot now', /refuses "sudo reboot"/],
    ['mkfs.ext4 disk', /refuses "mkfs\.ext4"/],
    ['dd if=a of=/dev/null', /^(?!refused)/],
    ['rm -rf ./build', /^(?!refused)/],
    ['echo shutdown', /^shutdown/],
  ] as const

  it('refuses what destroys the machine, with a reason, and leaves what is narrower', async () => {
    const script = { steps: [{ calls: commands.map(([command]) => run(command)) }, { text: 'I see.' }] }
    const scene = await openScene({ script, files: { a: 'A', 'build/b': 'B' }, attach: [{ hook: 'ruinous-commands' }] })
    const state = await scene.turn('clean up')
    expect(state.turns.at(-1)).toMatchObject({ status: 'completed', answer: 'I see.' })
    for (const [index, [, expected]] of commands.entries()) expect(resultsOf(state)[index]).toMatch(expected)
    expect(existsSync(join(scene.workspace, 'build'))).toBe(false)
    expect(
      (await scene.sent())[1]?.texts.filter((text) => text.includes('Do the narrower thing instead')),
    ).toHaveLength(4)
  })
})

describe('build-still-running', () => {
  it('takes another pass while the build runs, and lets the turn end once it has ended', async () => {
    // A program by the name of `make`, as `pgrep -f` sees it: what is asked about is a process, not a file.
    const build = spawn('sleep', ['60'], { argv0: 'make build' })
    afterTest(() => void build.kill())
    await once(build, 'spawn')
    const pattern = `^make build ${60}$`
    const steps = [{ text: 'Built, I think.' }, { calls: [run(`node wait.mjs ${build.pid}`)] }, { text: 'Built.' }]
    const wait = [
      'const pid = Number(process.argv[2])',
      'process.kill(pid)',
      'const look = () => { try { process.kill(pid, 0); setTimeout(look, 10) } catch { console.log("gone") } }',
      'look()',
    ]
    const attach = [{ hook: 'build-still-running', params: { pattern } }]
    const scene = await openScene({ script: { steps }, files: { 'wait.mjs': wait.join('\n') }, attach })
    const { turns, rows } = await scene.turn('build it')
    expect(turns.at(-1)).toMatchObject({ status: 'completed', answer: 'Built.' })
    const told = rows.flatMap((row) => (row.kind === 'input' && row.from === 'build-still-running' ? [row.text] : []))
    expect(told).toEqual(['The build is still running. Wait for it.'])
  })
})

describe('rate-limits', () => {
  const failing = (error: object) => ({ script: { steps: [{ error }, { text: 'Here.' }] } })
  const attach = [{ hook: 'rate-limits', params: { seconds: 0.1 } }]

  it('tries again after its own wait where the provider was busy', async () => {
    const scene = await openScene({ ...failing({ status: 529, message: 'Overloaded' }), attach })
    const { turns } = await scene.turn('hello')
    expect(turns.at(-1)).toMatchObject({ status: 'completed', answer: 'Here.' })
    expect(await decisions(scene)).toEqual(['retry'])
    expect(await notices(scene)).toEqual([])
  })

  it('leaves every other failure to the built-in repair', async () => {
    const scene = await openScene({ ...failing({ status: 401, message: 'no such key' }), attach })
    const { turns } = await scene.turn('hello')
    expect(turns.at(-1)).toMatchObject({ status: 'failed', reason: 'The model call failed: no such key' })
    expect(await decisions(scene)).toEqual(['pass'])
  })
})

describe('summarizer-prompt', () => {
  const script = {
    steps: Array.from({ length: 4 }, (_, at) => ({ text: `Answer ${at}. ${'word '.repeat(200)}`, turn: true })),
    summaries: [{ text: 'They spoke of much.' }],
  }

  it('has the conversation summed up by the prompt of the file, as it is at that time', async () => {
    const scene = await openScene({ script, attach: [{ hook: 'summarizer-prompt' }] })
    for (const text of ['one', 'two', 'three']) await scene.turn(text)
    write(join(scene.home, 'prompts/summarize.md'), 'Keep the paths.')
    await scene.belay.compact(scene.id)
    expect((await scene.sent('compaction')).map(({ system }) => system)).toEqual(['Keep the paths.'])
    await scene.turn('four')
    expect((await scene.sent()).at(-1)?.texts[0]).toContain('They spoke of much.')
  })
})

describe('billing-question', () => {
  it('asks the model beside the conversation, and adds how such questions are answered', async () => {
    const script = { steps: [{ text: 'a', turn: true }, { text: 'b' }], llm: [{ text: 'No.' }, { text: 'Yes.' }] }
    const scene = await openScene({ script, attach: [{ hook: 'billing-question' }] })
    await scene.turn('How do I sign in?')
    await scene.turn('What does it cost?')
    const beside = (await scene.sent('hook')).map(({ texts }) => texts)
    expect(beside[1]).toEqual(['Is this question about billing? Answer yes or no.\n\nWhat does it cost?'])
    const sent = await scene.sent()
    expect(sent[0]?.texts).toEqual(['How do I sign in?'])
    expect(sent[1]?.texts.slice(-2)).toEqual([
      'What does it cost?',
      '[hook billing-question] This is about billing: quote the price list, and promise nothing.',
    ])
  })
})

describe('daily-digest', () => {
  it('asks once a day, whichever session comes first', async () => {
    const scene = await openScene({
      script: { steps: [{ text: 'ok' }], loop: true },
      attach: [{ hook: 'daily-digest' }],
    })
    await scene.turn('good morning')
    await scene.turn('and now?')
    const { id } = await scene.belay.createSession({
      ...{ workspace: scene.workspace, attach: [{ hook: 'daily-digest' }], model: 'scripted/small' },
    })
    await scene.turnOf(id, 'hello')
    const digests = [await scene.sent(), await scene.sent(undefined, id)].flat().map(({ texts }) => texts.slice(-2))
    expect(digests[0]?.[1]).toMatch(
      /^\[hook daily-digest\] It is \d{4}-\d\d-\d\d: begin with a digest of what changed\.$/,
    )
    expect(digests.slice(1).map((texts) => texts.at(-1))).toEqual(['and now?', 'hello'])
  })
})

describe('todays-notes', () => {
  it.each([
    ['begins the session with them', { 'notes/today.md': 'Call Ada.' }, 2],
    ['says nothing where there are none', {}, 1],
  ])('%s', async (_, files, messages) => {
    const scene = await openScene({ script: { steps: [{ text: 'ok' }] }, files, attach: [{ hook: 'todays-notes' }] })
    await scene.turn('hello')
    const [first] = await scene.sent()
    expect(first?.texts).toHaveLength(messages)
    if (messages === 2) expect(first?.texts.at(-1)).toMatch(/^\[hook todays-notes\] Notes of today:\n.*Call Ada\./s)
  })
})

describe('fold-detours', () => {
  it('folds the middle of what requests hold, and the transcript stays as it was', async () => {
    const script = { steps: Array.from({ length: 5 }, (_, at) => ({ text: `answer ${at}`, turn: true })) }
    const attach = [{ hook: 'fold-detours', params: { rows: 6, end: 3 } }]
    const scene = await openScene({ script, attach })
    for (const at of [0, 1, 2, 3]) await scene.turn(`question ${at}`)
    const { rows } = await scene.turn('question 4')
    const sent = await scene.sent()
    expect(sent.map(({ texts }) => texts.length)).toEqual([1, 3, 5, 5, 5])
    expect(sent[3]?.texts).toEqual([
      'question 0',
      '[summary of what came before]\n(Earlier work was left out here.)',
      'question 2',
      'answer 2',
      'question 3',
    ])
    expect(rows).toHaveLength(10)
  })
})

type OpenScene = Awaited<ReturnType<typeof openScene>>

async function decisions(scene: OpenScene) {
  return (await scene.log()).flatMap((event) => (event.type === 'verdict' ? [event.verdict.decision] : []))
}

async function notices(scene: OpenScene) {
  return (await scene.log()).flatMap((event) => (event.type === 'notice' ? [event.text] : []))
}
