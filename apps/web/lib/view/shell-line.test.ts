/** The line is run by a real shell: what the command got is what it was given. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CommandCall, shellLine } from './shell-line'

let root = ''
let folder = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'belay-shell-line-')))
  folder = join(root, 'it\'s a «проект» $HOME `x` "q"')
  mkdirSync(folder)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const payloadOf = (more: object) =>
  JSON.stringify({ cwd: folder, session_id: 'ses_1', hook_event_name: 'PreToolUse', ...more })
const run = (call: Omit<CommandCall, 'workspace'>, shell = 'sh') =>
  execFileSync(shell, ['-c', shellLine({ ...call, workspace: '/nowhere' })], { encoding: 'utf8' })

const TRICKY = {
  quotes: `it's "quoted" \\ and \\n`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's
  expansions: '$HOME `id` $(id) ${x} !! %s %d %% ~ * ?',
  lines: 'one\ntwo\r\nthree\t',
  letters: 'ключ 鍵 🔑 \u0000\u001b[31m',
  dashes: '-n -e --',
}

describe.each(['sh', 'bash'])('the line, run by %s,', (shell) => {
  it('hands over the payload to the byte, and one line end', () => {
    const payload = payloadOf(TRICKY)
    expect(run({ line: 'cat', args: null, payload }, shell)).toBe(`${payload}\n`)
  })

  it('stands in the folder, with the variables of a hook', () => {
    const line =
      'printf "%s|" "$PWD" "$CLAUDE_PROJECT_DIR" "$BELAY_PROJECT_DIR" "$BELAY_SESSION_ID" "$BELAY_HOOK_EVENT" "$NO_COLOR"'
    expect(run({ line, args: null, payload: payloadOf({}) }, shell)).toBe(
      [folder, folder, folder, 'ses_1', 'PreToolUse', '1', ''].join('|'),
    )
  })

  it('runs a shell line of any letters, with its own exit', () => {
    const line = `v='it'"'"'s'; echo "$v" | tr a-z A-Z; # a 'comment'\necho "two \\"lines\\""; exit 2`
    const text = shellLine({ line, args: null, payload: payloadOf({}), workspace: '/nowhere' })
    expect(() => execFileSync(shell, ['-c', text], { encoding: 'utf8', stdio: 'pipe' })).toThrow(
      expect.objectContaining({ status: 2, stdout: 'IT\'S\ntwo "lines"\n' }),
    )
  })

  it('hands arguments over to the letter, the folder put into its place alone', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the runner's
    const args = ['%s|', "it's", '$HOME', '${CLAUDE_PROJECT_DIR}/x y', '', '-n']
    expect(run({ line: 'printf', args, payload: payloadOf({}) }, shell)).toBe(`it's|$HOME|${folder}/x y||-n|`)
  })
})

it('where the payload was not kept as a whole takes the folder of the session', () => {
  const text = shellLine({ line: 'pwd', args: null, payload: '{"cwd": "/x', workspace: folder })
  expect(execFileSync('sh', ['-c', text], { encoding: 'utf8' })).toBe(`${folder}\n`)
})
