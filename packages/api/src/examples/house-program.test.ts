/** `docs/examples/programs/house`: all seven of its files rule a session, each at its point, in real turns. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { EXAMPLES, openScene, type Scene } from '../testing/scene'
import { afterTest } from '../testing/world'

const run = (command: string) => ({ name: 'run', args: { command } })
const house = { program: 'house', permission: 'auto' } as const

/** `large` takes the first three steps of the session, `small` the others. */
const openHouse = (large: readonly unknown[], small: readonly unknown[] = [{ text: 'By the small one.' }], more = {}) =>
  openScene({ ...house, script: { steps: small, ...more }, scripts: { large } })

async function answers(scene: Scene): Promise<readonly string[]> {
  const events = await scene.log()
  return events.flatMap((event) =>
    event.type === 'verdict' && event.verdict.status === 'answered'
      ? [`${event.point} ${event.verdict.decision} ${event.verdict.source}`]
      : [],
  )
}

describe('the program house', () => {
  it('has no problems, and a hook for each of its functions', async () => {
    const { belay } = await openHouse([])
    const program = await belay.program('house')
    expect(program).toMatchObject({ name: 'house', problems: [], maxIterations: 40, skills: [{ name: 'release' }] })
    expect(program?.hooks.map(({ point }) => point).sort()).toEqual([
      ...[
        'context.build',
        'errors.on',
        'guard.onInput',
        'memory.summarize',
        'model.choose',
        'stop.done',
        'tools.before',
      ],
    ])
    const page = readFileSync(join(EXAMPLES, 'README.md'), 'utf8')
    for (const hook of program?.hooks ?? [])
      expect(page).toContain(`](programs/house/hooks/${hook.point.split('.')[0]}.ts)`)
  })

  it('builds the prompt out of its own, the house rules and its skills', async () => {
    const scene = await openHouse([{ text: 'Hello.' }])
    await scene.turn('hello')
    expect((await scene.sent())[0]?.system).toBe(
      [
        'You work in this house, with care.',
        '## House rules\nAnswer in one paragraph unless asked for more.',
        '## Skills\n- release: How a release is made here.',
      ].join('\n\n'),
    )
  })

  it('takes the first three steps on the larger model', async () => {
    const steps = ['one', 'two', 'three'].map((text) => ({ text, turn: true }))
    const scene = await openHouse(steps)
    for (const text of ['a', 'b', 'c', 'd']) await scene.turn(text)
    expect((await scene.sent()).map(({ model }) => model)).toEqual(['large', 'large', 'large', 'small'])
  })

  it('refuses what would take the machine down, with a reason that the model reads', async () => {
    const scene = await openHouse([{ calls: [run('sudo reboot'), run('echo reboot')] }, { text: 'I see.' }])
    const { rows, turns } = await scene.turn('restart it')
    const results = rows.flatMap((row) => (row.kind === 'result' ? [row.content] : []))
    expect(results[0]).toMatch(/^refused by .*: this house refuses "sudo reboot"/)
    expect(results[1]).toMatch(/^reboot/)
    expect(turns.at(-1)).toMatchObject({ status: 'completed', answer: 'I see.' })
  })

  it('adds a note to a message once the window is large', async () => {
    const usage = { input: 80_000, output: 1 }
    const scene = await openHouse([{ text: 'a', usage, turn: true }, { text: 'b' }])
    await scene.turn('one')
    await scene.turn('two')
    expect((await scene.sent()).map(({ texts }) => texts.at(-1))).toEqual([
      'one',
      'two\n\n[context: the last request was 80000 prompt tokens. Is any of it finished business?]',
    ])
  })

  it('waits out a provider that is busy', async () => {
    const scene = await openHouse([{ error: { status: 429, message: 'slow down' } }, { text: 'Here.' }])
    expect((await scene.turn('hello')).turns.at(-1)).toMatchObject({ status: 'completed', answer: 'Here.' })
    expect(await answers(scene)).toContain('errors.on retry program')
  })

  it('has conversations summed up by its own prompt', async () => {
    const long = { text: 'word '.repeat(200), turn: true }
    const scene = await openHouse([long, long, long], [long], { summaries: [{ text: 'In short.' }] })
    for (const text of ['a', 'b', 'c']) await scene.turn(text)
    await scene.belay.compact(scene.id)
    const prompt = readFileSync(join(EXAMPLES, 'programs/house/prompts/summarize.md'), 'utf8')
    expect((await scene.sent('compaction')).map(({ system }) => system)).toEqual([prompt])
  })

  describe('while a build is running', () => {
    let pid: number | undefined
    beforeEach(async () => {
      const build = spawn('sleep', ['60'], { argv0: 'make build' })
      afterTest(() => void build.kill())
      await once(build, 'spawn')
      pid = build.pid
    })

    it('takes another pass', async () => {
      const scene = await openHouse([{ text: 'Built.' }, { calls: [run(`kill ${pid}`)] }, { text: 'Built now.' }])
      const { rows } = await scene.turn('build it')
      const told = rows.flatMap((row) => (row.kind === 'input' && row.origin === 'hook' ? [row.text] : []))
      expect(told[0]).toBe('The build is still running. Wait for it.')
    })
  })
})
