/**
 * Why a command, or a program that it needs, never ran, read off its stderr: a guard that falls through since `jq` is not there
 * looks like one that passed. Says only what a shell or a runtime is known to write.
 */
import { basename } from 'node:path'
import { plainText } from './plain-text'

const NOT_FOUND: readonly RegExp[] = [
  // dash and busybox, with the number of the line: `guard.sh: 2: jq: not found`
  /^[^\n]*?: (?:line )?\d+: (?:exec: )?([^\n:]+): not found$/m,
  // `bash: line 1: jq: command not found`
  /^[^\n]*?: ([^\n:]+): command not found$/m,
  // `sh: jq: not found`
  /^-?(?:\S*\/)?(?:ba|z|da|k|a)?sh: ([^\n:]+): not found$/m,
  // zsh
  /^[^\n]*?command not found: (\S+)$/m,
  // `env: ‘node’: No such file or directory`
  /^(?:\S*\/)?env: [‘'"`]?([^\n’'"`]+)[’'"`]?: No such file or directory$/m,
  // Node
  /\bspawn(?:Sync)? (\S+) ENOENT\b/,
]
/** Python: only where it was a program that was started. */
const PYTHON = /_execute_child[\s\S]*FileNotFoundError: \[Errno 2\] No such file or directory: '([^'\n]+)'/

/** Of a stderr that floods so much is looked at, at its beginning and at its end. */
const MOST_LOOKED_AT = 16_384

/** The program that was not there, or null. */
export function programNotFound(stderr: string): string | null {
  const floods = stderr.length > 2 * MOST_LOOKED_AT
  const text = plainText(floods ? `${stderr.slice(0, MOST_LOOKED_AT)}\n${stderr.slice(-MOST_LOOKED_AT)}` : stderr)
  for (const pattern of [...NOT_FOUND, PYTHON]) {
    const name = pattern.exec(text)?.[1]
    if (name !== undefined) return name
  }
  return null
}

export interface NotStarted {
  readonly exitCode: 126 | 127
  readonly stderr: string
  /** Of the script that the command names, with its line end; null where nobody looked. */
  readonly firstLine: string | null
  /** As the command stands in the file. */
  readonly line: string
}

const CRLF = 'CRLF in the first line: save the script with lines that end in LF'
/** What env and bash show of a carriage return behind an interpreter's name. */
const CRLF_SHOWN = /\\r['’]|\^M: bad interpreter|\r['’]?: No such file/

/** The end of a sentence that begins with "it did not start: ". */
export function whyNotStarted({ exitCode, stderr, firstLine, line }: NotStarted): string {
  if (/\r\n?$/.test(firstLine ?? '') || CRLF_SHOWN.test(stderr)) return CRLF
  const text = plainText(stderr)
  const program = programNotFound(text)
  // dash says of a script that is there that it is not. A path that a blank cut in two is no script of the line.
  const isNamed = program?.includes('/') === true && line.includes(basename(program))
  const isThere = isNamed && firstLine?.startsWith('#!') === true
  if (isThere || /bad interpreter|required file not found/.test(text)) {
    return 'the interpreter that its first line names was not found'
  }
  if (program !== null) return `${program} was not found`
  if (/Permission denied/.test(text)) return 'not executable: give the script its execute bit (chmod +x)'
  if (/Is a directory/i.test(text)) return 'not executable: it is a folder'
  if (/Exec format error|cannot execute binary file/.test(text))
    return 'not executable: it is no program of this system'
  return exitCode === 126 ? 'not executable' : 'a program was not found'
}
