import { readFileSync } from 'node:fs'
import type { HookCall, PointEvents } from '@belay/hooks'
import { isJsonObject } from '@belay/hooks'
import { callId, type Json, type JsonObject } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { COMMAND_EVENTS, type CommandEvent } from '../entry'
import { type Occasion, occasionOf, POINT_OF } from './occasion'
import { commandPayload, type PayloadSession, payloadText } from './payload'
import { toolInput } from './tool-input'

const GOLDEN: Readonly<Record<string, readonly JsonObject[]>> = JSON.parse(
  readFileSync(new URL('./fixtures/golden-payloads.json', import.meta.url), 'utf8'),
)

const CHILD = { id: 'ses_child', type: 'general-purpose', transcriptPath: '/t/child.jsonl' }
const SESSION: PayloadSession = {
  rootId: 'ses_root',
  transcriptPath: '/t/root.jsonl',
  workspace: '/w',
  mode: 'ask',
  turnId: 'trn_1',
  model: 'some/model',
  agent: null,
}

const call = (name: string, args: JsonObject): HookCall => ({ id: callId('cal_1'), name, args })
const CALLS: Readonly<Record<string, { readonly call: HookCall; readonly content: string }>> = {
  Bash: { call: call('run', { command: 'echo hi', description: 'x' }), content: 'hi\n[exit code 0]' },
  Write: { call: call('files.write', { file_path: 'a.txt', content: 'a\n' }), content: 'Wrote a.txt (2 bytes).' },
  Edit: {
    call: call('files.edit', { file_path: 'a.txt', old_string: 'a', new_string: 'b', replace_all: false }),
    content: 'Edited.',
  },
  Read: { call: call('files.read', { file_path: '/w/a.txt' }), content: '1\talpha\n2\tgamma\n[end of file]' },
  Agent: {
    call: call('agents.spawn', { name: 'kid', prompt: 'p', run_in_background: false }),
    content: 'The child kid has started.',
  },
  mcp__mini__echo: { call: call('mcp__mini__echo', { msg: 'hello' }), content: 'echo: hello' },
  mcp__mini__fail: { call: call('mcp__mini__fail', {}), content: 'mcp failed' },
}

/** What happened when that was recorded, in our words. */
function occasionLike(event: CommandEvent, tool: Json): Occasion {
  const { call, content } = CALLS[String(tool)] ?? {
    call: { id: callId('c'), name: String(tool), args: {} },
    content: '',
  }
  const result = { id: call.id, name: call.name, content, isError: event === 'PostToolUseFailure' }
  switch (event) {
    case 'UserPromptSubmit':
      return { event, prompt: 'Please do the task.' }
    case 'PreToolUse':
    case 'PermissionRequest':
      return { event, call }
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return { event, call, result, durationMs: 0 }
    case 'Stop':
    case 'SubagentStop':
      return { event, active: false, held: 0, text: 'All done.' }
    case 'SessionStart':
      return { event, source: 'startup' }
    case 'SessionEnd':
      return { event, reason: 'other' }
    case 'SubagentStart':
      return { event, agentType: 'general-purpose' }
    case 'PreCompact':
      return { event, trigger: 'manual', instructions: 'keep names' }
    case 'PostCompact':
      return { event, trigger: 'manual', summary: 'All done.' }
    case 'Notification':
      return { event, message: 'm', title: null, kind: 'permission_prompt' }
  }
}

/** Of Claude Code's alone: what it spent, other ways of running, details of its own tools. */
const THEIRS = new Set(['effort', 'mcp_server', 'permission_suggestions'])
/** Beside them: `stop_block_count` is the spec's. A session that ends has had turns or none. */
const OURS = new Set(['stop_block_count', 'model', 'prompt_id'])

function kindsOf(json: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value,
    ]),
  )
}

describe('a payload has the names, kinds and order of those that Claude Code sent', () => {
  const rows = COMMAND_EVENTS.flatMap((event) =>
    (GOLDEN[event] ?? []).map((sample) => [event, String(sample.tool_name ?? '-'), sample] as const),
  )
  it('there is a recorded one of each event', () => {
    expect(new Set(rows.map(([event]) => event))).toEqual(new Set(COMMAND_EVENTS))
  })

  it.each(rows)('%s %s', (event, tool, sample) => {
    const agent = 'agent_id' in sample ? CHILD : null
    const payload = commandPayload(occasionLike(event, tool), { ...SESSION, agent })
    const theirs = Object.entries(kindsOf(sample)).filter(([key]) => !THEIRS.has(key) && !OURS.has(key))
    const ours = Object.entries(kindsOf(payload)).filter(([key]) => !OURS.has(key))
    expect(ours).toEqual(theirs)
  })

  it.each(['Bash', 'Write', 'Edit', 'Read'])(
    'tool_input and tool_response of %s have the keys that they have there',
    (tool) => {
      const sample = GOLDEN.PostToolUse?.find(({ tool_name }) => tool_name === tool) ?? {}
      const payload = commandPayload(occasionLike('PostToolUse', tool), SESSION)
      for (const key of ['tool_input', 'tool_response']) {
        const [theirs = {}, ours = {}] = [sample[key], payload[key]]
        expect(isJsonObject(ours) ? Object.keys(ours).sort() : ours).toEqual(
          isJsonObject(theirs) ? Object.keys(theirs).sort() : theirs,
        )
      }
    },
  )
})

describe('the fields of an event', () => {
  const of = (occasion: Occasion, session: Partial<PayloadSession> = {}) =>
    commandPayload(occasion, { ...SESSION, ...session })
  const after = (tool: string, content: string, isError = false): Occasion => {
    const { call } = CALLS[tool] ?? { call: { id: callId('c'), name: tool, args: {} } }
    const result = { id: call.id, name: call.name, content, isError }
    return { event: isError ? 'PostToolUseFailure' : 'PostToolUse', call, result, durationMs: 12 }
  }

  it('run is Bash, and its command the command', () => {
    expect(of(occasionLike('PreToolUse', 'Bash'))).toEqual({
      session_id: 'ses_root',
      transcript_path: '/t/root.jsonl',
      cwd: '/w',
      prompt_id: 'trn_1',
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'echo hi', description: 'x' },
      tool_use_id: 'cal_1',
    })
  })

  it('in a child session the session is the root, and the child is named', () => {
    expect(of(occasionLike('PreToolUse', 'Bash'), { agent: CHILD })).toMatchObject({
      session_id: 'ses_root',
      agent_id: 'ses_child',
      agent_type: 'general-purpose',
    })
  })

  it.each([
    ['ask', 'default'],
    ['auto', 'auto'],
    ['deny', 'dontAsk'],
  ] as const)('the mode %s is %s', (mode, permission_mode) => {
    expect(of(occasionLike('UserPromptSubmit', null), { mode })).toMatchObject({ permission_mode })
  })

  it.each([
    [
      'a command that wrote',
      after('Bash', 'hi\nthere\n[exit code 0]'),
      { tool_response: { stdout: 'hi\nthere', stderr: '' }, duration_ms: 12 },
    ],
    ['a command that wrote nothing', after('Bash', '[exit code 0]'), { tool_response: { stdout: '' } }],
    [
      'a command that left something running',
      after('Bash', 'x\n[something that it started is still running]\n[exit code 0]'),
      { tool_response: { stdout: 'x' } },
    ],
    [
      'lines that were read',
      after('Read', '4\talpha\n5\tgamma\n[end of file]'),
      {
        tool_response: {
          type: 'text',
          file: { filePath: '/w/a.txt', content: 'alpha\ngamma', numLines: 2, startLine: 4, totalLines: 5 },
        },
      },
    ],
    [
      'lines that were read in part',
      after('Read', '1\ta\n[stopped by limit after line 1; go on with start_line 2]'),
      { tool_response: { file: { numLines: 1, totalLines: null } } },
    ],
    [
      'a tool of a server',
      after('mcp__mini__echo', 'echo: hello'),
      { tool_name: 'mcp__mini__echo', tool_response: [{ type: 'text', text: 'echo: hello' }] },
    ],
    ['a tool that Claude Code has not', after('files.ls', 'a.txt'), { tool_name: 'files.ls', tool_response: 'a.txt' }],
    [
      'a command that failed',
      after('Bash', 'oh\n[exit code 3]', true),
      { error: 'Exit code 3\noh', is_interrupt: false, duration_ms: 12 },
    ],
    ['a command that failed without a word', after('Bash', '[exit code 3]', true), { error: 'Exit code 3' }],
    ['a command that was stopped', after('Bash', '[stopped before it ended]', true), { is_interrupt: true }],
    [
      'a call that was refused',
      after('Bash', 'refused by guard.sh: no', true),
      { error: 'refused by guard.sh: no', is_interrupt: false },
    ],
  ])('of %s are what they were', (_, occasion, fields) => {
    expect(of(occasion)).toMatchObject(fields)
  })

  it('of a stop say whether and how often the turn was continued', () => {
    expect(of({ event: 'Stop', active: true, held: 3, text: 'done' })).toMatchObject({
      stop_hook_active: true,
      stop_block_count: 3,
      last_assistant_message: 'done',
    })
  })

  it('are no prompt_id before the first turn', () => {
    expect(of(occasionLike('SessionStart', null), { turnId: null })).not.toHaveProperty('prompt_id')
  })
})

describe('25-non-utf8-both-directions: the text of a payload', () => {
  it('holds what is not ASCII as it is, and begins with its brace', () => {
    const text = payloadText(commandPayload({ event: 'UserPromptSubmit', prompt: 'echo "表示" 🌱' }, SESSION))
    expect(text).toContain('表示')
    expect(text).toContain('🌱')
    expect(text).not.toContain('\\u')
    expect(Buffer.from(text)[0]).toBe(0x7b)
    expect(text).not.toContain('\n')
  })
})

describe('arguments', () => {
  it.each([
    ['files.edit', { file_path: 'src/a.ts' }, { file_path: '/w/src/a.ts' }],
    ['files.edit', { file_path: '../../etc/passwd' }, { file_path: '/etc/passwd' }],
    ['files.read', { file_path: '/w/../etc/passwd' }, { file_path: '/etc/passwd' }],
    ['files.read', { file_path: '/w/a' }, { file_path: '/w/a' }],
    [
      'agents.spawn',
      { name: 'kid', prompt: 'p' },
      { name: 'kid', prompt: 'p', subagent_type: 'kid', description: 'kid' },
    ],
    ['run', { command: 'x', cwd: 'sub' }, { command: 'x', cwd: 'sub' }],
  ])('of %s %j are handed as %j', (tool, args, sent) => {
    expect(toolInput(tool, { ...args }, '/w')).toEqual(sent)
  })
})

describe('the event of a point', () => {
  const stop: PointEvents['stop.done'] = { reply: { text: 't', calls: [] }, held: 1, active: true }
  const run = call('run', { command: 'x' })
  const result = (isError: boolean) => ({ id: run.id, name: 'run', content: 'c', isError })
  const times = { startedMs: 10.2, finishedMs: 15.9 }

  it.each([
    [
      'guard.onInput',
      { point: 'guard.onInput', event: { msg: 'hi', origin: 'person' } },
      { event: 'UserPromptSubmit', prompt: 'hi' },
    ],
    ['tools.before', { point: 'tools.before', event: { call: run } }, { event: 'PreToolUse', call: run }],
    [
      'tools.after a success',
      { point: 'tools.after', event: { call: run, result: result(false), ...times } },
      { event: 'PostToolUse', durationMs: 6 },
    ],
    [
      'tools.after a failure',
      { point: 'tools.after', event: { call: run, result: result(true), ...times } },
      { event: 'PostToolUseFailure' },
    ],
    ['stop.done', { point: 'stop.done', event: stop }, { event: 'Stop', active: true, held: 1, text: 't' }],
    ['agent.stop', { point: 'agent.stop', event: stop }, { event: 'SubagentStop' }],
    [
      'agent.start',
      { point: 'agent.start', event: { agentType: 'kid', prompt: 'p' } },
      { event: 'SubagentStart', agentType: 'kid' },
    ],
    [
      'session.start',
      { point: 'session.start', event: { source: 'resume' } },
      { event: 'SessionStart', source: 'resume' },
    ],
    ['session.end', { point: 'session.end', event: { reason: 'closed' } }, { event: 'SessionEnd', reason: 'closed' }],
    [
      'memory.summarize',
      { point: 'memory.summarize', event: { prompt: 'p' } },
      { event: 'PreCompact', trigger: 'auto', instructions: '' },
    ],
  ] as const)('%s is known', (_, asked, occasion) => {
    expect(occasionOf(asked)).toMatchObject(occasion)
    expect(POINT_OF[occasion.event]).toBe(asked.point)
  })

  it('other points have none', () => {
    expect(occasionOf({ point: 'context.build', event: {} })).toBeNull()
  })
})
