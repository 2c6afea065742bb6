import { describe, expect, it } from 'vitest'
import { commandEnvironment, withProjectDir } from './command-environment'

const EXTRA = { workspace: '/w/My Plans', sessionId: 'ses_1', event: 'PreToolUse' } as const

describe('the environment of a command', () => {
  it('holds what it is told, without colours', () => {
    expect(commandEnvironment({ PATH: '/bin', NO_COLOR: '', FORCE_COLOR: '3' }, [], EXTRA)).toEqual({
      PATH: '/bin',
      CLAUDE_PROJECT_DIR: '/w/My Plans',
      BELAY_PROJECT_DIR: '/w/My Plans',
      BELAY_SESSION_ID: 'ses_1',
      BELAY_HOOK_EVENT: 'PreToolUse',
      NO_COLOR: '1',
      FORCE_COLOR: '0',
      CLICOLOR_FORCE: '0',
    })
  })

  it.each([
    ['ANTHROPIC_API_KEY', false],
    ['openai_api_key', false],
    ['GH_TOKEN', false],
    ['AWS_SECRET_ACCESS_KEY', false],
    ['CLIENT_SECRET', false],
    ['DB_PASSWORD', false],
    ['Db_Password', false],
    ['HOME', true],
    ['MAX_TOKENS', true],
    ['KEY', true],
  ])('lets %s through: %s', (name, through) => {
    expect(Object.hasOwn(commandEnvironment({ [name]: 'x' }, [], EXTRA), name)).toBe(through)
  })

  it('lets a secret through that the entry names, and no other', () => {
    const env = commandEnvironment({ GH_TOKEN: 'a', NPM_TOKEN: 'b' }, ['GH_TOKEN', 'NOT_SET'], EXTRA)
    expect(env).toMatchObject({ GH_TOKEN: 'a' })
    expect(env).not.toHaveProperty('NPM_TOKEN')
    expect(env).not.toHaveProperty('NOT_SET')
  })

  it('cuts what is added at 8 KiB, at the end of a character, and leaves what was there', () => {
    const long = '表'.repeat(5_000)
    const env = commandEnvironment({ LONG: long }, [], { ...EXTRA, workspace: long })
    expect(env.LONG).toBe(long)
    expect(env.CLAUDE_PROJECT_DIR).toBe('表'.repeat(2_730))
  })
})

describe('without a shell', () => {
  it.each([
    [`\${CLAUDE_PROJECT_DIR}/a`, '/w/$& x/a'],
    [`\${BELAY_PROJECT_DIR}`, '/w/$& x'],
    ['$CLAUDE_PROJECT_DIR/a', '$CLAUDE_PROJECT_DIR/a'],
    ['$HOME', '$HOME'],
  ])('%s is %s', (text, replaced) => {
    expect(withProjectDir(text, '/w/$& x')).toBe(replaced)
  })
})
