import type { JsonObject } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { COMMAND_EVENTS, type CommandEvent } from '../entry'
import type { CommandEnd } from '../run'
import { answerAt, ENTRY, type Ran } from './testing/ran'

const inner = (specific: JsonObject): JsonObject => ({ hookSpecificOutput: specific })
const print = (object: JsonObject, rest: Ran = {}): Ran => ({ ...rest, stdout: JSON.stringify(object) })
const at = (event: CommandEvent, object: JsonObject, rest: Ran = {}) => answerAt(event, print(object, rest))
const pre = (object: JsonObject, rest: Ran = {}) => at('PreToolUse', object, rest)

describe('exit 2', () => {
  const BLOCKS: readonly CommandEvent[] = [
    ...(['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure'] as const),
    ...(['PermissionRequest', 'Stop', 'SubagentStop', 'PreCompact'] as const),
  ]
  it.each(BLOCKS)('at %s blocks with its stderr', (event) => {
    expect(answerAt(event, { exitCode: 2, stderr: 'no\n' })).toMatchObject({
      decision: 'block',
      reason: 'no',
      failure: null,
    })
  })

  it.each(COMMAND_EVENTS.filter((event) => !BLOCKS.includes(event)))('at %s is a failure', (event) => {
    const { decision, failure } = answerAt(event, { exitCode: 2, stderr: 'no' })
    expect(decision).toBe('pass')
    expect(failure).toMatchObject({ kind: 'exit', message: expect.stringContaining(`${event} cannot`) })
  })

  it.each([
    ['its stderr before all', { stderr: 'from stderr', stdout: '{"reason":"from JSON"}' }, 'from stderr'],
    ['else a reason in JSON', { stdout: '{"decision":"block","reason":"from JSON"}' }, 'from JSON'],
    ['else stdout', { stdout: 'from stdout\n' }, 'from stdout'],
    ['else that there is none', {}, 'guard.sh exited with 2 and gave no reason'],
    [
      'else that there is none, where JSON has none either',
      { stdout: '{"decision":"approve"}' },
      'guard.sh exited with 2 and gave no reason',
    ],
    ['and not blank lines', { stderr: ' \n\n', stdout: 'from stdout' }, 'from stdout'],
  ])('gives as the reason %s', (_, streams, reason) => {
    expect(answerAt('PreToolUse', { exitCode: 2, ...streams })).toMatchObject({ decision: 'block', reason })
  })

  it('beside `continue: false` halts too', () => {
    expect(pre({ continue: false, stopReason: 'enough' }, { exitCode: 2 })).toMatchObject({
      decision: 'block',
      halt: 'enough',
    })
  })

  it('with a stderr that floods gives its beginning, with a mark', () => {
    const { reason } = answerAt('PreToolUse', { exitCode: 2, stderr: `${'x'.repeat(9_999)}😀${'y'.repeat(500)}` })
    expect(reason).toMatch(/^x{9999}\n\[502 more characters were left out\]$/)
  })
})

describe('exit 0 with plain text', () => {
  it.each(COMMAND_EVENTS)('at %s is context only where a prompt or a session begins', (event) => {
    const answer = answerAt(event, { stdout: 'hello \u001b[31mthere\u001b[0m\n' })
    const isContext = event === 'UserPromptSubmit' || event === 'SessionStart'
    expect(answer).toMatchObject({ decision: 'pass', failure: null, context: isContext ? ['hello there'] : [] })
  })

  it.each(['', '[]', '"text"', '7', '[{"decision":"block"}]'])('such as %j decides nothing', (stdout) => {
    expect(answerAt('PreToolUse', { stdout })).toMatchObject({ decision: 'pass', failure: null, notes: [] })
  })
})

describe('finding the answer', () => {
  const BLOCK = '{"decision":"block","reason":"no"}'

  it.each([
    ['alone', BLOCK],
    ['with blank lines around it', `\n\n  ${BLOCK}\n\n`],
    ['behind a byte order mark and CRLF', `\ufeff\r\n${BLOCK}\r\n`],
    ['with a byte order mark on its line', `hello\n\ufeff${BLOCK}`],
    ['coloured', `\u001b[1m{\u001b[0m"decision":\u001b[32m"block"\u001b[0m,"reason":"no"}\u001b[K`],
    ['behind a title of the terminal', `\u001b]0;guard\u0007${BLOCK}`],
    ['with NUL bytes around it', `\0\0${BLOCK}\0`],
    ['behind a line in braces', `{starting}\n${BLOCK}`],
    ['behind a brace that never closes', `{ starting\n${BLOCK}`],
    ['behind a brace alone', `{\n${BLOCK}`],
    ['behind an object of Python', `{'a': 1}\n${BLOCK}`],
    ['behind a log line that was cut off', `{"level":"info","msg":"cut o\n${BLOCK}`],
    ['behind one that is broken', `{"a": 1, b}\n${BLOCK}`],
    ['with text behind it on its line', `${BLOCK} done`],
    ['before an object that allows', `${BLOCK}\n{"decision":"approve"}`],
    ['before an object that says nothing', `${BLOCK}\n{}`],
    ['between others', `{"a":1}\n${BLOCK}\n{"hookSpecificOutput":{"permissionDecision":"allow"}}\nbye`],
    ['deep in nothing else', `${BLOCK.slice(0, -1)},"x":${'['.repeat(100)}${']'.repeat(100)}}`],
  ])('a refusal %s counts', (_, stdout) => {
    expect(answerAt('PreToolUse', { stdout })).toMatchObject({ decision: 'block', reason: 'no', failure: null })
  })

  it.each([
    ['an object that does not begin a line', `see ${BLOCK}`],
    ['an object in a list', `[\n${BLOCK}\n]x`.replace(`\n${BLOCK}`, ` ${BLOCK}`)],
  ])('%s does not count', (_, stdout) => {
    expect(answerAt('PreToolUse', { stdout })).toMatchObject({ decision: 'pass', failure: null })
  })

  it.each([
    ['one that is cut off', `{"a": [\n${BLOCK}\n`],
    ['one that has a word too many', `{"a": oops,\n${BLOCK}\n}`],
    ['one with a comma too many', `{\n"a": [\n${BLOCK},\n]\n}`],
  ])('an object inside %s does not count; it is broken JSON', (_, stdout) => {
    const { decision, failure } = answerAt('PreToolUse', { stdout })
    expect(decision).toBe('pass')
    expect(failure).toMatchObject({ kind: 'bad_answer', message: expect.stringContaining('broken JSON') })
  })

  it('the last of several is the answer', () => {
    const last = JSON.stringify(inner({ additionalContext: 'second' }))
    const answer = answerAt('PreToolUse', {
      stdout: `${JSON.stringify(inner({ additionalContext: 'first' }))}\n${last}`,
    })
    expect(answer.context).toEqual(['second'])
    expect(answer.notes).toEqual(['it printed an earlier object that did not count; the last one does'])
  })

  it('of an earlier deny and a later ask the deny holds, with its reason', () => {
    const ask = JSON.stringify(inner({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }))
    expect(answerAt('PreToolUse', { stdout: `${BLOCK}\n${ask}` })).toMatchObject({ decision: 'block', reason: 'no' })
    expect(answerAt('PreToolUse', { stdout: `${ask}\n${BLOCK}` })).toMatchObject({ decision: 'block', reason: 'no' })
    expect(answerAt('PreToolUse', { stdout: `${ask}\n{}` })).toMatchObject({
      decision: 'ask',
      value: { question: 'sure?' },
    })
  })

  it('an earlier `continue: false` halts', () => {
    expect(answerAt('Stop', { stdout: '{"continue":false,"stopReason":"enough"}\n{}' })).toMatchObject({
      halt: 'enough',
    })
  })

  it('what was cut in front begins within a line', () => {
    const cut = { stdout: `${BLOCK}\nrest`, stdoutBytes: 9 * 1_024 * 1_024 }
    expect(answerAt('PreToolUse', cut)).toMatchObject({ decision: 'pass' })
  })

  it.each([
    ['lines that begin an object and break it', '{"a" x\n'],
    ['braces alone', '{\n'],
    ['braces without a line', '{'],
    ['texts that are not closed', '{"'],
  ])('8 MiB of %s are read through at once', (_, line) => {
    const noise = line.repeat(Math.ceil((8 * 1_024 * 1_024) / line.length))
    const begin = performance.now()
    answerAt('PreToolUse', { stdout: `${noise}\n${BLOCK}` })
    // Far from what reading it once for each line would take: hours.
    expect(performance.now() - begin).toBeLessThan(10_000)
  })
})

describe('a field', () => {
  it.each([
    ['decision block', { decision: 'block', reason: 'r' }, { decision: 'block', reason: 'r', value: null }],
    ['decision approve', { decision: 'approve', reason: 'r' }, { decision: 'allow', reason: 'r' }],
    ['the older decision deny', { decision: 'deny', reason: 'r' }, { decision: 'block', reason: 'r' }],
    ['decision in capitals', { decision: 'BLOCK', reason: 'r' }, { decision: 'block', reason: 'r' }],
    ['permissionDecision allow', inner({ permissionDecision: 'allow' }), { decision: 'allow', reason: null }],
    [
      'permissionDecision deny',
      inner({ permissionDecision: 'deny', permissionDecisionReason: 'r' }),
      { decision: 'block', reason: 'r' },
    ],
    [
      'permissionDecision ask',
      inner({ permissionDecision: 'ask', permissionDecisionReason: 'r?' }),
      { decision: 'ask', reason: 'r?', value: { question: 'r?' } },
    ],
    [
      'permissionDecision defer',
      inner({ permissionDecision: 'defer' }),
      { decision: 'ask', notes: ['"defer" counts as "ask"'] },
    ],
    [
      'a refusal without a reason',
      { decision: 'block' },
      { decision: 'block', reason: 'guard.sh refused and gave no reason' },
    ],
    ['continue false', { continue: false, stopReason: 's' }, { decision: 'pass', halt: 's' }],
    ['continue false without a reason', { continue: false }, { decision: 'pass', halt: 'no reason given' }],
    ['continue true', { continue: true, stopReason: 's' }, { decision: 'pass', halt: null }],
    ['systemMessage', { systemMessage: 'for you' }, { decision: 'pass', notes: ['for you'] }],
    ['suppressOutput', { suppressOutput: true }, { decision: 'pass', notes: [] }],
    ['additionalContext', inner({ additionalContext: 'c' }), { decision: 'pass', context: ['c'] }],
    [
      'additionalContext beside a refusal',
      { decision: 'block', reason: 'r', ...inner({ additionalContext: 'c' }) },
      { decision: 'block', context: ['c'] },
    ],
    [
      'updatedInput beside ask',
      inner({ permissionDecision: 'ask', updatedInput: { command: 'x' } }),
      { decision: 'ask', rewrite: { args: { command: 'x' } } },
    ],
    [
      'updatedInput beside deny',
      inner({ permissionDecision: 'deny', updatedInput: { command: 'x' } }),
      { decision: 'block', rewrite: null },
    ],
    ['nothing', {}, { decision: 'pass', notes: [], failure: null }],
    [
      'nulls',
      { decision: null, reason: null, hookSpecificOutput: null, continue: null },
      { decision: 'pass', notes: [], failure: null },
    ],
    [
      'both decisions: the stronger',
      { decision: 'approve', ...inner({ permissionDecision: 'deny', permissionDecisionReason: 'r' }) },
      { decision: 'block', reason: 'r' },
    ],
  ])('%s means what it says', (_, object, expected) => {
    expect(pre(object)).toMatchObject(expected)
  })

  it.each([
    ['Stop', { decision: 'approve' }, { decision: 'pass', failure: null }],
    ['Stop', { decision: 'block', reason: 'go on' }, { decision: 'block', reason: 'go on' }],
    ['UserPromptSubmit', { decision: 'block', reason: 'no' }, { decision: 'block', reason: 'no' }],
    ['PreCompact', { decision: 'block', reason: 'no' }, { decision: 'block', reason: 'no' }],
    ['PostToolUse', { decision: 'block', reason: 'look again' }, { decision: 'block', reason: 'look again' }],
    ['PostToolUse', inner({ updatedToolOutput: 'new' }), { decision: 'rewrite', value: 'new', rewrite: 'new' }],
    [
      'PostToolUse',
      inner({ updatedToolOutput: { stdout: 'out', stderr: 'err' } }),
      { decision: 'rewrite', value: 'out\nerr' },
    ],
    ['PostToolUse', inner({ updatedToolOutput: [{ type: 'text', text: 'a' }] }), { decision: 'rewrite', value: 'a' }],
    ['PostToolUse', inner({ updatedToolOutput: '' }), { decision: 'rewrite', value: '(no output)' }],
    [
      'PostToolUse',
      { decision: 'block', reason: 'r', ...inner({ updatedToolOutput: 'new' }) },
      { decision: 'block', rewrite: 'new' },
    ],
    [
      'PermissionRequest',
      inner({ decision: { behavior: 'allow', updatedInput: { a: 1 } } }),
      { decision: 'allow', rewrite: { args: { a: 1 } } },
    ],
    [
      'PermissionRequest',
      inner({ decision: { behavior: 'deny', message: 'no', interrupt: true } }),
      { decision: 'block', reason: 'no', halt: 'no reason given' },
    ],
    ['SessionStart', { continue: false, stopReason: 's' }, { decision: 'pass', halt: 's', failure: null }],
    ['SessionStart', inner({ additionalContext: 'c' }), { context: ['c'] }],
  ] as const)('at %s %j comes to that', (event, object, expected) => {
    expect(at(event, object)).toMatchObject(expected)
  })

  it.each(['SessionStart', 'SessionEnd', 'SubagentStart', 'PostCompact', 'Notification'] as const)(
    'that refuses at %s, which cannot, fails with what it said',
    (event) => {
      expect(at(event, { decision: 'block', reason: 'not here' }).failure).toMatchObject({
        kind: 'bad_answer',
        message: expect.stringContaining(`refused, which ${event} cannot (not here)`),
      })
    },
  )

  it('that asks where nobody can be asked refuses', () => {
    expect(at('UserPromptSubmit', { decision: 'ask', reason: 'sure?' })).toMatchObject({
      decision: 'block',
      notes: expect.arrayContaining(['it asks, which UserPromptSubmit cannot; it counts as a refusal']),
    })
  })

  it('hands back unchanged what it was handed in other words', () => {
    const handed = { args: { file_path: 'a.txt', content: 'x' }, sent: { file_path: '/w/a.txt', content: 'x' } }
    const run = print(inner({ updatedInput: { file_path: '/w/a.txt', content: 'y' } }))
    expect(answerAt('PreToolUse', run, { handed })).toMatchObject({
      value: { args: { file_path: 'a.txt', content: 'y' } },
      dropped: [],
    })
  })

  it('leaves out what it was handed beside the arguments, unless it changed that', () => {
    const handed = { args: { name: 'kid' }, sent: { name: 'kid', subagent_type: 'kid' } }
    const rewritten = (updatedInput: JsonObject) =>
      answerAt('PreToolUse', print(inner({ updatedInput })), { handed }).value
    expect(rewritten({ name: 'kid2', subagent_type: 'kid' })).toEqual({ args: { name: 'kid2' } })
    expect(rewritten({ name: 'kid', subagent_type: 'other' })).toEqual({
      args: { name: 'kid', subagent_type: 'other' },
    })
  })

  it('never holds an escape sequence, however it was written', () => {
    const object = {
      decision: 'block',
      reason: '\u001b]52;c;aGk=\u0007no\u001b[2J\u009b31m!',
      systemMessage: 'a\u001b[31mb\u0000',
    }
    expect(pre(object)).toMatchObject({ reason: 'no!', notes: ['ab'] })
  })
})

describe('a key that is ignored is named with its right place', () => {
  it.each([
    ['PreToolUse', { systemMesage: 'x' }, 'its key "systemMesage" was ignored: did you mean "systemMessage"?'],
    ['PreToolUse', { updatedInput: {} }, 'its key "updatedInput" was ignored: it belongs into hookSpecificOutput'],
    ['PreToolUse', { additional_context: 'x' }, 'did you mean "hookSpecificOutput.additionalContext"?'],
    ['PreToolUse', inner({ permisionDecision: 'allow' }), 'did you mean "hookSpecificOutput.permissionDecision"?'],
    [
      'PreToolUse',
      inner({ reason: 'x' }),
      'its key "hookSpecificOutput.reason" was ignored: it belongs beside hookSpecificOutput, not into it',
    ],
    ['PreToolUse', inner({ updatedToolOutput: 'x' }), 'it is for PostToolUse, PostToolUseFailure'],
    ['PreToolUse', inner({ tool_input: {} }), 'did you mean "hookSpecificOutput.updatedInput"?'],
    ['PostToolUse', inner({ updatedMCPToolOutput: 'x' }), 'did you mean "hookSpecificOutput.updatedToolOutput"?'],
    ['PostToolUse', inner({ updatedInput: {} }), 'it is for PreToolUse'],
    ['SessionEnd', inner({ additionalContext: 'x' }), 'it is for UserPromptSubmit, PreToolUse'],
    ['Stop', inner({ permissionDecision: 'allow' }), 'it is for PreToolUse'],
    ['PreToolUse', { async: true }, 'it belongs into the entry in hooks.json'],
    ['UserPromptSubmit', inner({ sessionTitle: 'x' }), 'it has no effect here'],
    ['PreToolUse', { whatever: 1 }, 'there is no such key'],
    [
      'PreToolUse',
      JSON.parse('{"__proto__":{"decision":"block"}}'),
      'its key "__proto__" was ignored: there is no such key',
    ],
  ] as const)('at %s: %j', (event, object, note) => {
    const answer = at(event, object)
    expect(answer).toMatchObject({ decision: 'pass', rewrite: null, context: [], failure: null })
    expect(answer.notes).toEqual([expect.stringContaining(note)])
  })

  it('the id of a persistent command is none', () => {
    const entry = { ...ENTRY, persistent: true }
    expect(answerAt('PreToolUse', print({ id: '7', decision: 'block', reason: 'r' }), { entry })).toMatchObject({
      decision: 'block',
      notes: [],
    })
  })
})

describe('JSON of the wrong shape fails', () => {
  it.each([
    [{ decision: 'maybe' }, '"decision" must be "block" or "approve"; it is "maybe"'],
    [{ continue: 'no' }, '"continue" must be true or false; it is "no"'],
    [{ systemMessage: 7 }, '"systemMessage" must be text; it is 7'],
    [{ suppressOutput: 'yes' }, '"suppressOutput" must be true or false'],
    [{ hookSpecificOutput: 'deny' }, '"hookSpecificOutput" must be an object'],
    [
      inner({ permissionDecision: 'banana' }),
      '"permissionDecision" must be "allow", "deny", "ask" or "defer"; it is "banana"',
    ],
    [inner({ updatedInput: ['x'] }), '"updatedInput" must be an object; it is ["x"]'],
    [inner({ additionalContext: {} }), '"additionalContext" must be text; it is {}'],
    [inner({ hookEventName: 'PostToolUse', permissionDecision: 'allow' }), 'hookEventName must be "PreToolUse"'],
    [inner({ hookEventName: 7 }), 'hookEventName must be "PreToolUse"'],
  ])('%j', (object, message) => {
    const { decision, failure } = pre(object)
    expect(decision).toBe('pass')
    expect(failure).toMatchObject({ kind: 'bad_answer', message: expect.stringContaining(message) })
  })
})

describe('a refusal that was printed is never lost', () => {
  const ENDS: readonly (readonly [string, CommandEnd])[] = [
    ['exits with 0', { by: 'exit', exitCode: 0 }],
    ['exits with 1', { by: 'exit', exitCode: 1 }],
    ['exits with 2', { by: 'exit', exitCode: 2 }],
    ['exits with 3', { by: 'exit', exitCode: 3 }],
    ['exits with 127', { by: 'exit', exitCode: 127 }],
    ['is ended by a signal', { by: 'signal', signal: 'SIGKILL' }],
    ['takes too long', { by: 'timeout' }],
    ['is stopped', { by: 'cancelled' }],
  ]
  const REFUSALS: readonly (readonly [string, JsonObject, object])[] = [
    ['deny', inner({ permissionDecision: 'deny', permissionDecisionReason: 'r' }), { decision: 'block', reason: 'r' }],
    ['block', { decision: 'block', reason: 'r' }, { decision: 'block', reason: 'r' }],
    ['the older deny', { decision: 'deny', reason: 'r' }, { decision: 'block', reason: 'r' }],
    [
      'deny under a wrong hookEventName',
      inner({ hookEventName: 'PostToolUse', permissionDecision: 'deny', permissionDecisionReason: 'r' }),
      { decision: 'block', reason: 'r' },
    ],
    ['deny beside unknown keys', { what: 1, decision: 'block', reason: 'r' }, { decision: 'block', reason: 'r' }],
    [
      'deny beside a wrong shape',
      { systemMessage: 7, decision: 'block', reason: 'r' },
      { decision: 'block', reason: 'r' },
    ],
    [
      'deny in the wrong place',
      { permissionDecision: 'deny', permissionDecisionReason: 'r' },
      { decision: 'block', reason: 'r' },
    ],
    ['block in the wrong place', inner({ decision: 'block', reason: 'r' }), { decision: 'block', reason: 'r' }],
    ['continue: false', { continue: false, stopReason: 'r' }, { halt: 'r' }],
    ['continue: false in the wrong place', inner({ continue: false, stopReason: 'r' }), { halt: 'r' }],
  ]
  it.each(
    ENDS.flatMap(([ends, end]) =>
      REFUSALS.map(([what, object, expected]) => [what, ends, end, object, expected] as const),
    ),
  )('%s counts where the command %s', (_what, _ends, end, object, expected) => {
    expect(pre(object, { end })).toMatchObject({ ...expected, failure: null })
  })

  it.each(ENDS.filter(([, end]) => end.by !== 'exit' || end.exitCode !== 2))(
    'ask counts where the command %s',
    (_, end) => {
      const ask = inner({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' })
      expect(pre(ask, { end })).toMatchObject({ decision: 'ask', value: { question: 'sure?' }, failure: null })
    },
  )

  it.each(['UserPromptSubmit', 'PostToolUse', 'Stop', 'SubagentStop', 'PreCompact'] as const)(
    'deny in the words of PreToolUse counts at %s',
    (event) => {
      expect(
        at(event, inner({ hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'r' })),
      ).toMatchObject({ decision: 'block', reason: 'r' })
    },
  )

  it('what allows, rewrites or adds beside a failure does not count', () => {
    const object = { ...inner({ permissionDecision: 'allow', updatedInput: { a: 1 }, additionalContext: 'c' }) }
    expect(pre(object, { exitCode: 1 })).toMatchObject({
      decision: 'pass',
      rewrite: null,
      context: [],
      failure: { kind: 'exit' },
    })
  })
})

describe('a command that fails', () => {
  it.each([
    ['exits with 1', { exitCode: 1 }, 'exit', 'exited with 1'],
    ['exits with 137, as a shell says of a kill', { exitCode: 137 }, 'exit', 'exited with 137 (ended by SIGKILL)'],
    ['is ended by a signal', { end: { by: 'signal', signal: 'SIGSEGV' } }, 'signal', 'was ended by SIGSEGV'],
    ['takes too long', { end: { by: 'timeout' } }, 'timeout', 'did not end within 5 s'],
    ['is stopped', { end: { by: 'cancelled' } }, 'cancelled', 'when the turn was stopped'],
    [
      'cannot be started',
      { end: { by: 'not_started', message: 'spawn EAGAIN' } },
      'not_started',
      'did not start: spawn EAGAIN',
    ],
    [
      'exits with 126',
      { exitCode: 126, stderr: 'sh: 1: ./guard.sh: Permission denied' },
      'not_started',
      'not executable',
    ],
    ['exits with 127', { exitCode: 127, stderr: 'sh: 1: nosuch: not found' }, 'not_started', 'nosuch was not found'],
    ['prints broken JSON', { stdout: '{"decision": "blo' }, 'bad_answer', 'broken JSON'],
  ] as const)('that %s says so, where it stands and what it printed', (_, given: Ran, kind, message) => {
    const { decision, failure } = answerAt('PreToolUse', given)
    expect(decision).toBe('pass')
    expect(failure?.kind).toBe(kind)
    expect(failure?.message).toContain(message)
    expect(failure?.message).toContain(
      '/home/p/.belay/hooks.json:14, hooks.PreToolUse[0].hooks[1]: "$CLAUDE_PROJECT_DIR"/guard.sh',
    )
  })

  it('over http that cannot be reached is told from one that did not start', () => {
    const { line: _line, args: _args, persistent: _persistent, ...base } = ENTRY
    const entry = { ...base, type: 'http', url: 'https://h.example/x?key=1', headers: {} } as const
    const { failure, warning } = answerAt(
      'PreToolUse',
      { end: { by: 'not_started', message: 'ECONNREFUSED' } },
      { entry },
    )
    expect(failure).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('ECONNREFUSED') })
    expect(warning).toBeNull()
  })

  it.each([
    ['dash', 'sh: 1: nosuch: not found', 'nosuch was not found'],
    ['dash with exec', 'sh: 1: exec: nosuch: not found', 'nosuch was not found'],
    ['bash', 'bash: line 1: nosuch: command not found', 'nosuch was not found'],
    ['zsh', 'zsh: command not found: nosuch', 'nosuch was not found'],
    ['busybox', 'sh: nosuch: not found', 'nosuch was not found'],
    ['env', 'env: ‘nosuch’: No such file or directory', 'nosuch was not found'],
    [
      'an interpreter that is not there',
      'bash: line 1: ./x: cannot execute: required file not found',
      'the interpreter that its first line names',
    ],
    [
      'CRLF as bash shows it',
      'bash: ./x: /bin/sh^M: bad interpreter: No such file or directory',
      'CRLF in the first line',
    ],
    ['CRLF as env shows it', 'env: ‘python3\\r’: No such file or directory', 'CRLF in the first line'],
    ['nothing', '', 'a program was not found'],
  ])('with 127 says why: %s', (_, stderr, why) => {
    expect(answerAt('PreToolUse', { exitCode: 127, stderr }).warning).toContain(`it did not start: ${why}`)
  })

  it('with 127 where a blank cut the path of a script in two, that script is not blamed', () => {
    const given = { exitCode: 127, stderr: 'sh: 1: /home/demo/My: not found' }
    const { warning } = answerAt('PreToolUse', given, { firstLine: '#!/bin/sh\n' })
    expect(warning).toContain('/home/demo/My was not found')
  })

  it.each([
    ['#!/bin/sh\r\n', 'CRLF in the first line'],
    ['#!/nope/x\n', 'the interpreter that its first line names was not found'],
  ])('with 127 is told by the first line of its script where dash says it is not there: %j', (firstLine, why) => {
    const given = { exitCode: 127, stderr: 'sh: 1: ./guard.sh: not found' }
    expect(answerAt('PreToolUse', given, { firstLine }).warning).toContain(why)
  })
})

describe('a program that was not found, beside exit 0', () => {
  it.each([
    ['./guard.sh: 2: jq: not found', 'jq'],
    ['./guard.sh: line 2: jq: command not found', 'jq'],
    ['env: ‘node’: No such file or directory', 'node'],
    ['Error: spawn jq ENOENT', 'jq'],
    [
      '  File "subprocess.py", line 1, in _execute_child\nFileNotFoundError: [Errno 2] No such file or directory: \'jq\'',
      'jq',
    ],
  ])('warns: %s', (stderr, program) => {
    expect(answerAt('PreToolUse', { stderr }).warning).toContain(`${program} was not found`)
  })

  it.each([
    'warning: page not found',
    'HTTP 404: not found',
    "FileNotFoundError: [Errno 2] No such file or directory: 'data.json'",
    'cat: x: No such file or directory',
    '',
  ])('is not what %j says', (stderr) => {
    expect(answerAt('PreToolUse', { stderr }).warning).toBeNull()
  })
})
