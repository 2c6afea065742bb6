/** Faults that users of such systems have reported, on the files of each case: through whole turns, with real processes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '@belay/hooks'
import { ATTR, type Json, type JsonObject, sessionId, type TraceEvent } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { until } from '../testing/until'
import { isAlive } from './testing/case-ground'
import { readJsonFile } from './testing/read-json-file'
import { commands, openTurns, run, type TurnGround } from './testing/turn-ground'

function lines(path: string): readonly JsonObject[] {
  const objects: Json[] = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  return objects.filter(isJsonObject)
}

const caseHooks = (ground: string) => readJsonFile(join(import.meta.dirname, 'fixtures/cases', ground, 'hooks.json'))

describe('05-timeout-kills-whole-tree, stopped by the person', () => {
  it('the turn is over within a second; what it printed is kept, and nothing of it is left', async () => {
    const name = '05-timeout-kills-whole-tree'
    const ground = await openTurns({ files: `cases/${name}`, hooks: caseHooks(name), script: { steps: [run('ls')] } })
    const id = await ground.create()
    await ground.belay.send(id, 'go')
    await until(ground.belay, id, (event) => event.type === 'span.started' && event.span.kind === 'hook')
    while (!existsSync(join(ground.out, 'child.pid'))) await new Promise((resolve) => setTimeout(resolve, 20))
    const start = performance.now()
    await ground.belay.stop(id)
    expect(performance.now() - start).toBeLessThan(1_000)
    const [verdict] = (await ground.verdicts(id)).map((event) => event.verdict)
    expect(verdict).toMatchObject({ status: 'failed', error: { kind: 'cancelled' } })
    expect(verdict?.command?.stdout).toContain('progress: child started')
    await ground.belay.settleCommands()
    expect(isAlive(Number(readFileSync(join(ground.out, 'child.pid'), 'utf8')))).toBe(false)
  })
})

describe('16-updatedinput-without-decision', () => {
  it.each(['no-decision.sh', 'with-allow.sh'])(
    '%s: what runs is what permissions judged, and both are on record',
    async (name) => {
      const ground = await openTurns({
        files: 'cases/16-updatedinput-without-decision',
        hooks: commands('PreToolUse', `"$CLAUDE_PROJECT_DIR"/${name}`),
        script: { steps: [run('rm -rf x'), { text: 'done' }] },
      })
      const id = await ground.create({ permission: name === 'with-allow.sh' ? 'ask' : 'auto' })
      const state = await ground.turn(id, 'go', { headless: true })
      const result = state.rows.find((row) => row.kind === 'result')
      expect(result).toMatchObject({ isError: false, content: expect.stringContaining('rewritten') })
      const denied = await ground.create({ permission: 'deny' })
      const second = await ground.turn(denied)
      expect(second.rows.find((row) => row.kind === 'result')).toMatchObject({
        isError: true,
        content: expect.stringContaining('Run echo rewritten?'),
      })
    },
  )
})

describe('21-stop-hook-never-satisfied', () => {
  const name = '21-stop-hook-never-satisfied'

  it('eight blocks a turn, told to each as they come; then the turn ends as capped', async () => {
    const steps = Array.from({ length: 12 }, () => ({ text: 'done' }))
    const ground = await openTurns({ files: `cases/${name}`, hooks: caseHooks(name), script: { steps } })
    const id = await ground.create()
    const state = await ground.turn(id)
    expect(state.turns.at(-1)).toMatchObject({ status: 'capped', code: 'stop_cap' })
    const payloads = lines(join(ground.out, 'stop-payloads.log'))
    expect(payloads.map((one) => one.stop_hook_active)).toEqual([false, ...Array(8).fill(true)])
    expect(payloads.map((one) => one.stop_block_count)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(payloads[0]).toMatchObject({ last_assistant_message: 'done', session_id: id })
  })

  it('a helper that is missing is a failure and a warning, not a block', async () => {
    const hooks = commands('Stop', '"$CLAUDE_PROJECT_DIR"/broken-helper.sh')
    const ground = await openTurns({ files: `cases/${name}`, hooks, script: { steps: [{ text: 'done' }] } })
    const id = await ground.create()
    const state = await ground.turn(id)
    expect(state.turns.at(-1)).toMatchObject({ status: 'completed', answer: 'done' })
    const stop = (await ground.verdicts(id)).find(({ point }) => point === 'stop.done')
    expect(stop?.verdict).toMatchObject({ status: 'failed', error: { kind: 'not_started' } })
    expect(stop?.verdict.notes.join()).toMatch(/did not start/)
  })
})

describe('23-subagent-calls-skip-hooks', () => {
  it('calls of every depth pass the same commands, with the root session and the child in the payload', async () => {
    const name = '23-subagent-calls-skip-hooks'
    const script = readFileSync(join(import.meta.dirname, 'fixtures/cases', name, 'script.yaml'), 'utf8')
    const ground = await openTurns({ files: `cases/${name}`, hooks: caseHooks(name), script })
    const id = await ground.create()
    await ground.turn(id)
    const seen = () => lines(join(ground.out, 'seen.jsonl'))
    const isOver = () => seen().filter((one) => one.hook_event_name === 'SubagentStop').length >= 3
    for (let wait = 0; !isOver() && wait < 400; wait += 1) await new Promise((resolve) => setTimeout(resolve, 25))
    const marked = seen().filter((one) => one.tool_name === 'Bash')
    expect(marked).toHaveLength(3)
    expect(marked.map((one) => one.agent_id !== undefined)).toEqual([false, true, true])
    expect(new Set(seen().map((one) => one.session_id))).toEqual(new Set([id]))
    expect(seen().filter((one) => one.tool_name === 'Agent')).toHaveLength(3)
    const children = marked.slice(1).map((one) => String(one.agent_id))
    for (const child of children) {
      const own = seen()
        .filter((one) => one.agent_id === child)
        .map((one) => one.hook_event_name)
      expect([own[0], own.at(-1)]).toEqual(['SubagentStart', 'SubagentStop'])
      const state = await ground.log(sessionId(child))
      const result = state.find((event) => event.type === 'row.committed' && event.row.kind === 'result')
      expect(JSON.stringify(result)).toContain('blocked everywhere')
    }
    expect(existsSync(String(marked[0]?.transcript_path))).toBe(true)
  })
})

describe('24-every-call-ends-in-one-event', () => {
  const log = (ground: TurnGround) => lines(join(ground.out, 'ends.jsonl'))
  const hooks = (keep: string): JsonObject => ({
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [{ type: 'command', command: 'grep -q deny-me && { echo "not that" >&2; exit 2; }; exit 0' }],
        },
      ],
      ...Object.fromEntries(
        ['PostToolUse', 'PostToolUseFailure'].map((event) => [
          event,
          [{ hooks: [{ type: 'command', command: keep }] }],
        ]),
      ),
    },
  })

  it('eight endings, one terminal event each; what failed says why', async () => {
    const call = (id: string, name: string, args: JsonObject) => ({ id, name, args })
    const steps = [
      { calls: [call('t1', 'run', { command: 'true' })] },
      { calls: [call('t2', 'run', { command: 'false' })] },
      { calls: [call('t3', 'files.read', { file_path: 'missing.txt' })] },
      { calls: [call('t4', 'run', { command: 5 })] },
      { calls: [call('t5', 'run', { command: 'echo deny-me' })] },
      { calls: [call('t6', 'run', { command: 'touch ../outside', cwd: '/' })] },
      { calls: [call('t7', 'run', { command: 'sleep 30', timeoutMs: 150 })] },
      { calls: [call('t8', 'run', { command: 'sleep 30' })] },
    ]
    const ground = await openTurns({ script: { steps } })
    ground.hooks(hooks(`cat >> '${ground.out}/ends.jsonl'`))
    const id = await ground.create()
    await ground.belay.send(id, 'go')
    await until(ground.belay, id, (event) => event.type === 'question.opened')
    const [open] = await ground.belay.questions(id)
    await ground.belay.answer(id, open?.id ?? expect.fail(), { say: 'deny', reason: 'no thanks' })
    const runs = (event: TraceEvent) =>
      event.type === 'span.changed' && event.attributes[ATTR.toolStarted] !== undefined
    // t1, t2, t3, t7 and t8 are run; the others are not.
    let started = 0
    await until(ground.belay, id, (event) => {
      if (runs(event)) started += 1
      return started === 5
    })
    await ground.belay.stop(id)
    const ends = log(ground)
    expect(ends).toHaveLength(8)
    expect(ends.map((one) => one.hook_event_name)).toEqual(['PostToolUse', ...Array(7).fill('PostToolUseFailure')])
    const errors = ends.slice(1).map((one) => String(one.error))
    expect(errors[0]).toMatch(/^Exit code 1/)
    expect(errors[3]).toMatch(/refused by .*not that/s)
    expect(errors[4]).toMatch(/denied by the person: no thanks/)
    expect(errors[5]).toMatch(/timed out/)
    expect(ends.map((one) => one.is_interrupt ?? false)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
      false,
      true,
    ])
  })
})

describe('31-repo-hooks-before-trust', () => {
  it('nothing of a checkout runs before a yes to its content; a change asks again', async () => {
    const ground = await openTurns({
      files: 'cases/31-repo-hooks-before-trust/project',
      script: { steps: [{ text: 'one' }, { text: 'two' }, { text: 'three' }] },
    })
    const marker = join(ground.out, 'trust-marker')
    await ground.turn(await ground.create())
    const shown = await ground.belay.checkoutHooks(ground.workspace)
    expect(shown.hooks).toMatchObject([
      {
        event: 'SessionStart',
        matcher: null,
        command: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/start.sh',
        scripts: [
          { file: join(ground.workspace, '.claude/hooks/start.sh'), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
        ],
      },
    ])
    expect(existsSync(marker)).toBe(false)
    await expect(ground.belay.takeOverHooks(ground.workspace, 'other')).rejects.toThrow(/look again/)
    await ground.belay.takeOverHooks(ground.workspace, shown.hash)
    const second = await ground.create()
    await ground.turn(second)
    expect(existsSync(marker)).toBe(true)

    writeFileSync(marker, '')
    const script = join(ground.workspace, '.claude/hooks/start.sh')
    writeFileSync(script, `${readFileSync(script, 'utf8')}#`)
    const third = await ground.create()
    await ground.turn(third)
    expect(readFileSync(marker, 'utf8')).toBe('')
    const [verdict] = (await ground.verdicts(third)).map((event) => event.verdict)
    expect(verdict).toMatchObject({
      status: 'not_asked',
      notAsked: 'not trusted',
      error: { message: expect.stringContaining('was changed') },
    })
    const notices = (await ground.log(third)).filter((event) => event.type === 'notice')
    expect(JSON.stringify(notices)).toContain(`belay hooks trust --session ${third}`)
    const { scripts, hash } = await ground.belay.untrustedScripts(third)
    expect(scripts).toMatchObject([{ file: script }])
    await ground.belay.trustScripts(third, hash)
    expect((await ground.belay.untrustedScripts(third)).scripts).toEqual([])

    // A fourth hears that the checkout has moved on, and a new look is no other yes.
    const fourth = await ground.create()
    expect(JSON.stringify(await ground.log(fourth))).toContain('are not what you took over')
    await ground.belay.takeOverHooks(ground.workspace, (await ground.belay.checkoutHooks(ground.workspace)).hash)
    const fifth = await ground.create()
    expect(JSON.stringify(await ground.log(fifth))).not.toContain('are not what you took over')
  })

  it('what was taken over runs in that folder alone', async () => {
    const files = 'cases/31-repo-hooks-before-trust/project'
    const ground = await openTurns({ files, script: { steps: [{ text: 'one' }] } })
    await ground.belay.takeOverHooks(ground.workspace, (await ground.belay.checkoutHooks(ground.workspace)).hash)
    const other = await openTurns({ files, script: { steps: [] } })
    const id = await ground.create({ workspace: other.workspace })
    await ground.turn(id)
    expect(existsSync(join(ground.out, 'trust-marker'))).toBe(false)
    expect(existsSync(join(other.out, 'trust-marker'))).toBe(false)
  })
})
