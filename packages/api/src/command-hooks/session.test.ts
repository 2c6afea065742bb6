/** Command hooks over the life of a session: read at each turn, switched, shadowed, lost to a comma, asked before a person. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { until } from '../testing/until'
import { commands, openTurns, run } from './testing/turn-ground'

const DENY = 'cat > /dev/null; echo no >&2; exit 2'
const many = (...steps: readonly JsonObject[]) => ({
  steps: Array.from({ length: 6 }, () => [...steps, { text: 'done' }]).flat(),
})

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

describe('a session', () => {
  it('has the commands of the file as it stands at each turn, in its order, before what was attached', async () => {
    const ground = await openTurns({ hooks: commands('PreToolUse', 'echo one', 'echo two'), script: many(run('true')) })
    const id = await ground.create({ attach: [{ hook: 'block-commands', params: { patterns: ['zzz'] } }] })
    const { extensions, hooks } = await ground.belay.composition(id)
    expect(extensions).toContain('hooks')
    expect(hooks.map(({ source, group, name }) => [source, group, name])).toEqual([
      ['command', 'hooks.json', 'echo one'],
      ['command', 'hooks.json', 'echo two'],
      ['library', undefined, 'block-commands'],
    ])
    await ground.turn(id)
    ground.hooks(commands('PreToolUse', 'echo two', DENY))
    await ground.turn(id)
    const after = (await ground.belay.composition(id)).hooks
    expect(after.map(({ name }) => name)).toEqual(['echo two', expect.stringContaining('exit 2'), 'block-commands'])
    // The one that stayed is the same.
    expect(after[0]?.id).toBe(hooks[1]?.id)
    const changes = (await ground.log(id)).flatMap((event) =>
      event.type === 'composition.changed' ? [event.change] : [],
    )
    expect(changes.join()).toMatch(/hooks\.json brings .*hooks\.json does not bring/)
  })

  it('has none where there is no file, or without the extension; it is switched from turn to turn', async () => {
    const ground = await openTurns({ script: many(run('true')) })
    const early = await ground.create()
    expect((await ground.belay.composition(early)).extensions).not.toContain('hooks')
    ground.hooks(commands('PreToolUse', DENY))
    const off = await ground.create({ disable: ['hooks'] })
    expect((await ground.belay.composition(off)).hooks).toEqual([])
    await ground.belay.setExtension(off, 'hooks', true)
    const state = await ground.turn(off)
    expect(JSON.stringify(state.rows)).toContain('refused by')
    await ground.belay.undo(off)
    expect((await ground.belay.composition(off)).extensions).not.toContain('hooks')
    expect(JSON.stringify((await ground.turn(early)).rows)).not.toContain('refused by')
  })

  it('obeys a command in shadow in nothing, and runs it all the same; one that is off is not run', async () => {
    const ground = await openTurns({ script: many(run('true')) })
    ground.hooks(commands('PreToolUse', `echo ran >> '${ground.out}/ran'; exit 2`))
    const id = await ground.create()
    const [hook] = (await ground.belay.composition(id)).hooks
    await ground.belay.changeAttachment(id, hook?.id ?? expect.fail(), { mode: 'shadow' })
    const state = await ground.turn(id)
    expect(JSON.stringify(state.rows)).not.toContain('refused by')
    expect((await ground.verdicts(id))[0]?.verdict).toMatchObject({ mode: 'shadow', decision: 'block' })
    await ground.belay.changeAttachment(id, hook?.id ?? expect.fail(), { mode: 'off' })
    await ground.turn(id)
    expect(readFileSync(join(ground.out, 'ran'), 'utf8')).toBe('ran\n')
    await expect(ground.belay.changeAttachment(id, hook?.id ?? expect.fail(), { onFailure: 'closed' })).rejects.toThrow(
      'hooks.json',
    )
    await expect(ground.belay.changeAttachment(id, hook?.id ?? expect.fail(), { points: [] })).rejects.toThrow(
      'cannot be detached',
    )
  })

  it('takes whether a failure refuses from the file, as it stands', async () => {
    const ground = await openTurns({ hooks: commands('PreToolUse', 'exit 7'), script: many(run('true')) })
    const id = await ground.create()
    expect(JSON.stringify((await ground.turn(id)).rows)).not.toContain('refused by')
    ground.hooks(commands('PreToolUse', { command: 'exit 7', onFailure: 'block' }))
    expect(JSON.stringify((await ground.turn(id)).rows)).toMatch(/refused by exit 7: .*exited with 7/)
  })
})

describe('a file that is no JSON any more', () => {
  it.each(['block', 'continue'])(
    'with a guard of onFailure %s: says so, and blocks only where the guard did',
    async (onFailure) => {
      const guard = onFailure === 'block' ? { command: 'true', onFailure } : { command: 'true' }
      const ground = await openTurns({ hooks: commands('PreToolUse', guard), script: many(run('true')) })
      const id = await ground.create()
      await ground.turn(id)
      ground.hooks('{ "hooks": { ')

      const again = await ground.reopen()
      const later = await again.create()
      for (const session of [id, later]) {
        const state = await again.turn(session)
        const results = JSON.stringify(state.rows.filter((row) => row.kind === 'result').at(-1))
        if (onFailure === 'block') expect(results).toMatch(/refused by true: .*not JSON/)
        else expect(results).not.toContain('refused by')
        const verdict = (await again.verdicts(session)).at(-1)?.verdict
        expect(verdict).toMatchObject({
          notAsked: 'failed to load',
          error: { message: expect.stringContaining('hooks.json:1') },
        })
      }
      const { diagnostics } = await again.belay.commandHooks(null, again.workspace)
      expect(diagnostics).toMatchObject([{ severity: 'error' }])
    },
  )
})

describe('PermissionRequest', () => {
  const answer = (behavior: string, more: JsonObject = {}) =>
    `cat >> "$CASE_OUT/asked"; echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior, ...more } } })}'`
  it.each([
    ['allow', 'ask', 'exit code 0'],
    ['deny', 'ask', 'refused by'],
    ['allow', 'deny', 'refused by permission'],
    ['deny', 'auto', 'exit code 0'],
  ] as const)('%s in the mode %s comes to: %s', async (behavior, permission, result) => {
    const ground = await openTurns({
      hooks: commands('PermissionRequest', answer(behavior)),
      script: many(run('true')),
    })
    const id = await ground.create({ permission })
    const state = await ground.turn(id, 'go', { headless: true })
    expect(state.rows.find((row) => row.kind === 'result')).toMatchObject({ content: expect.stringContaining(result) })
    // It is a second pass: only where a question would be put.
    expect(existsSync(join(ground.out, 'asked'))).toBe(permission === 'ask')
  })

  it('that says nothing leaves the question to the person; Notification hears of it', async () => {
    const hooks = {
      hooks: {
        PermissionRequest: [{ hooks: [{ type: 'command', command: 'true' }] }],
        Notification: [
          { matcher: 'permission_prompt', hooks: [{ type: 'command', command: 'cat > "$CASE_OUT/told"' }] },
        ],
      },
    }
    const ground = await openTurns({ hooks, script: many(run('true')) })
    const id = await ground.create({ permission: 'ask' })
    await ground.belay.send(id, 'go')
    await until(ground.belay, id, (event) => event.type === 'question.opened')
    await until(ground.belay, id, (event) => event.type === 'span.ended' && sizeOf(join(ground.out, 'told')) > 0)
    expect(JSON.parse(readFileSync(join(ground.out, 'told'), 'utf8'))).toMatchObject({
      hook_event_name: 'Notification',
      notification_type: 'permission_prompt',
    })
    await ground.belay.stop(id)
  })
})

describe('what a command may ask for', () => {
  it('once: the first time in a session', async () => {
    const ground = await openTurns({ script: many(run('true'), run('true')) })
    ground.hooks(commands('PreToolUse', { command: `echo ran >> '${ground.out}/ran'`, once: true }))
    const id = await ground.create()
    await ground.turn(id)
    expect(readFileSync(join(ground.out, 'ran'), 'utf8')).toBe('ran\n')
    expect((await ground.verdicts(id)).map(({ verdict }) => verdict.notAsked)).toEqual([null, 'ran once'])
    const again = await ground.reopen()
    await again.turn(id)
    expect(readFileSync(join(ground.out, 'ran'), 'utf8')).toBe('ran\n')
  })

  it('async: nobody waits, it decides nothing, and its context comes later', async () => {
    const said = {
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', additionalContext: 'by the way' },
    }
    const ground = await openTurns({ script: many(run('true')) })
    ground.hooks(commands('PreToolUse', { command: `echo '${JSON.stringify(said)}'`, async: true }))
    const id = await ground.create()
    const state = await ground.turn(id)
    expect(state.rows.find((row) => row.kind === 'result')).toMatchObject({ isError: false })
    await until(ground.belay, id, (event) => event.type === 'input.queued')
    const second = await ground.turn(id, 'again')
    expect(second.rows).toContainEqual(
      expect.objectContaining({ kind: 'input', origin: 'reminder', text: 'by the way' }),
    )
  })

  it('persistent: one process for all calls of the session, gone with it', async () => {
    const ground = await openTurns({ script: many(run('true'), run('true')) })
    ground.write(
      'guard.mjs',
      `import { createInterface } from 'node:readline'
import { appendFileSync } from 'node:fs'
appendFileSync(process.env.CASE_OUT + '/pids', process.pid + '\\n')
for await (const line of createInterface({ input: process.stdin })) {
  const { id, payload } = JSON.parse(line)
  const bad = payload.tool_input.command === 'false'
  console.log(JSON.stringify({ id, answer: bad ? { decision: 'block', reason: 'no false' } : {} }))
}
`,
    )
    ground.hooks(commands('PreToolUse', { command: 'exec node "$CLAUDE_PROJECT_DIR"/guard.mjs', persistent: true }))
    const id = await ground.create()
    await ground.turn(id)
    const pids = readFileSync(join(ground.out, 'pids'), 'utf8').trim().split('\n')
    expect(pids).toHaveLength(1)
    expect((await ground.verdicts(id)).map(({ verdict }) => verdict.error)).toEqual([null, null])
    await ground.belay.close()
    expect(existsSync(`/proc/${pids[0]}`)).toBe(false)
  })
})

describe('a script that was changed under a session', () => {
  it('is not run, refuses and asks; with a yes to its content it is asked again', async () => {
    const ground = await openTurns({
      hooks: commands('PreToolUse', '"$CLAUDE_PROJECT_DIR"/guard.sh'),
      script: many(run('true')),
    })
    ground.write('guard.sh', '#!/bin/sh\ncat > /dev/null\n')
    const id = await ground.create()
    expect(JSON.stringify((await ground.turn(id)).rows)).not.toContain('refused by')
    const script = join(ground.workspace, 'guard.sh')
    writeFileSync(script, `#!/bin/sh\ncat > /dev/null\ntouch '${ground.out}/evil'\n`)
    const state = await ground.turn(id)
    expect(JSON.stringify(state.rows)).toMatch(
      /refused by guard\.sh: guard\.sh was not run: its script .*guard\.sh was changed/,
    )
    expect(existsSync(join(ground.out, 'evil'))).toBe(false)
    const again = await ground.reopen()
    const { hash, scripts } = await again.belay.untrustedScripts(id)
    // What was changed can be seen before the yes.
    expect(scripts).toMatchObject([
      {
        before: '#!/bin/sh\ncat > /dev/null\n',
        text: expect.stringContaining('touch'),
        why: 'was changed since it was last trusted',
      },
    ])
    await expect(again.belay.trustScripts(id, 'other')).rejects.toThrow('look again')
    const fork = await again.belay.forkSession(id, {})
    expect((await again.belay.untrustedScripts(fork.id)).scripts).toHaveLength(1)
    await again.belay.trustScripts(id, hash)
    await again.turn(id)
    expect(existsSync(join(ground.out, 'evil'))).toBe(true)
  })
})

it('what a command printed is whole in its span, and begun in its verdict', async () => {
  const ground = await openTurns({
    hooks: commands('PreToolUse', 'cat > /dev/null; seq 1 20000; echo beside >&2'),
    script: many(run('true')),
  })
  const id = await ground.create()
  await ground.turn(id)
  const [event] = await ground.verdicts(id)
  expect(event?.verdict.command?.stdout).toMatch(/^1\n2\n[\s\S]*\[cut: \d+ characters in all\]$/)
  const detail = await ground.belay.spanDetail(id, event?.span ?? expect.fail())
  expect(detail).toMatchObject({
    stdout: expect.stringMatching(/20000\n$/),
    stderr: 'beside\n',
    payload: expect.stringContaining('"hook_event_name":"PreToolUse"'),
  })
})
