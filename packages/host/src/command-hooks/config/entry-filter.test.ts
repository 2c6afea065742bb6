import { readFileSync } from 'node:fs'
import type { JsonObject } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { CommandEvent } from '../entry'
import { entryFilter } from './entry-filter'
import { readCommandConfig } from './read-command-config'
import { belayName, claudeName } from './tool-names'

const PLACE = { workspace: '/w', home: '/home/p' }

interface Group {
  readonly matcher?: string
  readonly if?: string
}

function asked(event: CommandEvent, { matcher, if: condition }: Group, payload: JsonObject): boolean {
  const entry = { type: 'command', command: 'x', ...(condition === undefined ? {} : { if: condition }) }
  const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [entry] }
  const text = JSON.stringify({ hooks: { [event]: [group] } })
  const { entries } = readCommandConfig([{ file: '/f', text }], { workspace: '/w', tools: null })
  return entries.some((one) => entryFilter(one, PLACE)(payload) === null)
}

describe('13-matcher-literal-vs-regex', () => {
  const table = readFileSync(new URL('./fixtures/13-matchers.tsv', import.meta.url), 'utf8')
  const rows = table.trimEnd().split('\n').slice(1)
  it.each(rows.map((row) => row.split('\t')))('%j on %s fires: %s (%s)', (matcher = '', tool = '', fires = '') => {
    expect(asked('PreToolUse', { matcher }, { tool_name: tool })).toBe(fires === 'yes')
  })

  it.each([
    ['Task', 'Agent', true],
    ['Agent', 'Agent', true],
    ['E.it', 'Edit', true],
    ['Edit, Write', 'Write', true],
    [' Bash ', 'Bash', true],
    ['run', 'Bash', false],
    ['^(?!Bash).*', 'Bash', false],
    ['(', 'Bash', false],
    ['(a+)+$', `${'a'.repeat(40)}!`, true],
  ])('%j on %s is %s', (matcher, tool, fires) => {
    expect(asked('PreToolUse', { matcher }, { tool_name: tool })).toBe(fires)
  })

  it.each([
    ['SessionStart', 'resume|compact', { source: 'compact' }, true],
    ['SessionStart', 'resume|compact', { source: 'startup' }, false],
    ['SessionEnd', 'clear', { reason: 'other' }, false],
    ['SubagentStop', 'reviewer', { agent_type: 'reviewer' }, true],
    ['SubagentStart', 'reviewer', { agent_type: 'coder' }, false],
    ['PreCompact', 'manual', { trigger: 'auto' }, false],
    ['Stop', 'Bash', {}, true],
    ['UserPromptSubmit', 'Bash', { prompt: 'x' }, true],
  ] as const)('of %s, %j on %j is %s', (event, matcher, payload, fires) => {
    expect(asked(event, { matcher }, payload)).toBe(fires)
  })

  it('a command under two matchers runs where either selects', () => {
    const text = JSON.stringify({
      hooks: {
        PreToolUse: ['Edit', 'Bash'].map((matcher) => ({ matcher, hooks: [{ type: 'command', command: 'x' }] })),
      },
    })
    const { entries } = readCommandConfig([{ file: '/f', text }], { workspace: '/w', tools: null })
    const [filter] = entries.map((entry) => entryFilter(entry, PLACE))
    expect(entries).toHaveLength(1)
    expect(['Edit', 'Bash', 'Read'].map((tool_name) => filter?.({ tool_name }) ?? null)).toEqual([
      null,
      null,
      'matcher',
    ])
  })
})

describe('a rule on commands is held against each command of a line', () => {
  it.each([
    ['Bash(git *)', 'git status', true],
    ['Bash(git *)', 'git', true],
    ['Bash(git:*)', 'git push --force', true],
    ['Bash(git *)', 'gitk', false],
    ['Bash(rm *)', 'git status && rm x', true],
    ['Bash(rm *)', 'git status; ls || rm -rf x', true],
    ['Bash(rm *)', 'ls | xargs rm -f', true],
    ['Bash(git *)', 'echo $(git status)', true],
    ['Bash(git *)', 'echo "a $(git log -1) b"', true],
    ['Bash(git *)', 'echo `git status`', true],
    ['Bash(cmd *)', 'VAR=1 cmd x', true],
    ['Bash(cmd)', 'A=1 B=2 cmd', true],
    ['Bash(rm *)', '(cd x && rm y)', true],
    ['Bash(rm *)', '{ rm y; }', true],
    ['Bash(rm *)', 'if true; then rm y; fi', true],
    ['Bash(rm *)', 'sh -c "rm y"', true],
    ['Bash(rm *)', 'sudo rm y', true],
    ['Bash(rm *)', '/bin/rm y', true],
    ['Bash(rm *)', "echo 'a && rm x'", false],
    ['Bash(rm *)', 'echo "rm x"', false],
    ['Bash(rm *)', 'echo rm x', false],
    ['Bash(rm *)', 'curl x | sh', true],
    ['Bash(npm test)', 'npm test', true],
    ['Bash(npm test)', 'npm test -- --watch', false],
    ['Bash(npm run *)', 'cd app && npm run build', true],
    ['Bash(./x.sh *)', './x.sh a', true],
    ['Bash', 'anything', true],
    ['Bash(*)', 'anything', true],
    ['Bash()', 'anything', true],
  ])('%s on %s is %s', (rule, command, holds) => {
    expect(asked('PreToolUse', { if: rule }, { tool_name: 'Bash', tool_input: { command } })).toBe(holds)
  })
})

describe('a rule on other tools', () => {
  it.each([
    ['Edit(*.ts)', 'Edit', { file_path: '/w/src/a.ts' }, true],
    ['Edit(*.ts)', 'Write', { file_path: 'src/a.ts' }, true],
    ['Edit(*.ts)', 'Edit', { file_path: '/w/a.md' }, false],
    ['Write(src/**)', 'Write', { file_path: '/w/src/x/y.md' }, true],
    ['Write(src/**)', 'Edit', { file_path: '/w/src/x/y.md' }, false],
    ['Edit(src/**)', 'Edit', { file_path: '/w/src/../b.md' }, false],
    ['Read(~/.ssh/**)', 'Read', { file_path: '/home/p/.ssh/id' }, true],
    ['Read(//etc/**)', 'Read', { file_path: '/etc/passwd' }, true],
    ['Read(/src/**)', 'Read', { file_path: '/w/src/a' }, true],
    ['Read(//src/**)', 'Read', { file_path: '/w/src/a' }, false],
    ['mcp__notes', 'mcp__notes__read', {}, true],
    ['mcp__notes', 'mcp__notes2__read', {}, false],
    ['mcp__notes__*', 'mcp__notes__read', {}, true],
    ['Agent(reviewer)', 'Agent', { name: 'reviewer' }, true],
    ['Task(reviewer)', 'Agent', { name: 'coder' }, false],
    ['Bash(git *)', 'Edit', { file_path: '/w/git x' }, false],
  ])('%s on %s with %j is %s', (rule, tool, input, holds) => {
    expect(asked('PreToolUse', { if: rule }, { tool_name: tool, tool_input: { ...input } })).toBe(holds)
  })
})

describe('names of tools', () => {
  it.each([
    ['run', 'Bash'],
    ['files.edit', 'Edit'],
    ['files.write', 'Write'],
    ['files.read', 'Read'],
    ['agents.spawn', 'Agent'],
    ['mcp__notes__read', 'mcp__notes__read'],
    ['files.ls', 'files.ls'],
  ])('%s is %s, both ways', (ours, theirs) => {
    expect(claudeName(ours)).toBe(theirs)
    expect(belayName(theirs)).toBe(ours)
  })

  it('Task is agents.spawn too', () => {
    expect(belayName('Task')).toBe('agents.spawn')
  })
})
