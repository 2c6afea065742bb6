/**
 * A command line read as one program and its arguments, as `sh` would read it, and nothing else of a shell. Promises:
 * what is accepted means to us exactly what it means to `sh`; whatever a shell would do more with (a second command, an
 * expansion, a redirection) is refused with what to write instead. Never drops a character in silence.
 */
export type SplitCommand =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly message: string }

class Refusal extends Error {}

interface Scan {
  readonly text: string
  at: number
  /** The word so far; null between words. An empty quoted word is a word. */
  word: string | null
  readonly words: string[]
}

const OPERATORS: Readonly<Record<string, string>> = {
  '&': 'joins commands: make one call of run for each command and look at the exit code in between',
  ';': 'joins commands: make one call of run for each command',
  '\n': 'A line break joins commands: make one call of run for each line',
  '|': 'pipes into another program: run the first one, then hand its output on as stdin of the next call, or search with files.find',
  '>': 'writes to a file: run the program, then write what it printed with files.write',
  '<': 'reads from a file: read it with files.read and hand it over as stdin',
  '(': 'opens a subshell: make one call of run for each command, with cwd where it needs another folder',
  ')': 'closes a subshell: make one call of run for each command',
}

export function splitCommand(command: string): SplitCommand {
  const scan: Scan = { text: command.replace(/^[ \t\n]+|[ \t\n]+$/g, ''), at: 0, word: null, words: [] }
  try {
    while (scan.at < scan.text.length) step(scan)
    endWord(scan)
    checkProgram(scan.words)
    return { ok: true, words: scan.words }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, message: error.message }
    throw error
  }
}

/** Takes one character, or one quoted part, outside of quotes. */
function step(scan: Scan): void {
  const char = scan.text[scan.at] ?? ''
  if (char === ' ' || char === '\t') {
    endWord(scan)
    skip(scan, 1)
  } else if (char === "'") takeSingle(scan)
  else if (char === '"') takeDouble(scan)
  else if (char === '\\') takeEscaped(scan)
  else {
    checkPlain(scan, char)
    add(scan, char)
    skip(scan, 1)
  }
}

function checkPlain(scan: Scan, char: string): void {
  const { text, at } = scan
  const operator = OPERATORS[char]
  if (operator !== undefined) throw refuse(char === '\n' ? operator : `${char} ${operator}`)
  checkExpansion(scan)
  if (/^\$['"]/.test(text.slice(at)))
    throw refuse('$ before a quote means something to some shells: put it in the quotes')
  if (char === '*' || char === '?')
    throw refuse(
      `${char} is a pattern of file names: list them with files.paths and name them, or put it in single quotes to mean the character`,
    )
  if (char === '[' && /^\[[^\s\]]+\]/.test(text.slice(at)))
    throw refuse('[…] is a pattern of file names: list them with files.paths and name them, or put it in single quotes')
  if (char === '{' && /^\{[^\s{}]*(,|\.\.)[^\s{}]*\}/.test(text.slice(at)))
    throw refuse('{…} is expanded by a shell: write each word out, or put it in single quotes')
  if (scan.word !== null) return
  if (char === '~') throw refuse('~ is expanded by a shell: write the whole path')
  if (char === '#') throw refuse('# begins a comment in a shell: leave it out, or put it in single quotes')
}

/** What a shell expands outside of quotes and inside of double ones. */
function checkExpansion({ text, at }: Scan): void {
  if (text[at] === '`')
    throw refuse('`…` runs another command: run that one first and write its output here, or put it in single quotes')
  if (text[at] !== '$') return
  const next = text.slice(at + 1)
  if (next.startsWith('(')) throw refuse('$(…) runs another command: run that one first and write its output here')
  if (/^[A-Za-z_0-9{*@#?$!-]/.test(next))
    throw refuse('$… is filled in by a shell: write the value, or put it in single quotes to mean the characters')
}

function takeSingle(scan: Scan): void {
  const end = scan.text.indexOf("'", scan.at + 1)
  if (end < 0) throw refuse("a single quote ' is not closed")
  add(scan, scan.text.slice(scan.at + 1, end))
  scan.at = end + 1
}

function takeDouble(scan: Scan): void {
  add(scan, '')
  for (skip(scan, 1); scan.text[scan.at] !== '"'; skip(scan, 1)) {
    const char = scan.text[scan.at]
    if (char === undefined) throw refuse('a double quote " is not closed')
    if (char !== '\\') {
      checkExpansion(scan)
      add(scan, char)
      continue
    }
    const next = scan.text[scan.at + 1]
    if (next === undefined) throw refuse('a double quote " is not closed')
    if (next !== '\n') add(scan, '"\\$`'.includes(next) ? next : char)
    if ('\n"\\$`'.includes(next)) skip(scan, 1)
  }
  skip(scan, 1)
}

function takeEscaped(scan: Scan): void {
  const next = scan.text[scan.at + 1]
  if (next === undefined) throw refuse('the command ends in a backslash')
  if (next !== '\n') add(scan, next)
  skip(scan, 2)
}

function checkProgram(words: readonly string[]): void {
  const program = words[0]
  if (program === undefined || program === '') throw refuse('the command is empty: name a program')
  if (/^[A-Za-z_]\w*=/.test(program)) throw refuse(`${program} sets a variable: give it in env and leave it out here`)
  const instead = BUILTINS[program]
  if (instead !== undefined) throw refuse(`${program} is a word of the shell and no program: ${instead}`)
}

const BUILTINS: Readonly<Record<string, string>> = {
  cd: 'give the folder as cwd, in each call',
  export: 'give the variable in env, in each call',
  unset: 'each call begins with a fresh environment',
  source: 'run the file as a program, or give its variables in env',
  '.': 'run the file as a program, or give its variables in env',
  alias: 'write the command out',
  exec: 'name the program itself',
  eval: 'write the command out',
  exit: 'there is nothing to leave',
  set: 'there is no shell whose options it would set',
  ulimit: 'give timeoutMs, which is the limit that there is',
}

function refuse(why: string): Refusal {
  return new Refusal(`Not run: ${why}. There is no shell here: run takes one program and its arguments.`)
}

function add(scan: Scan, text: string): void {
  scan.word = (scan.word ?? '') + text
}

function endWord(scan: Scan): void {
  if (scan.word !== null) scan.words.push(scan.word)
  scan.word = null
}

function skip(scan: Scan, count: number): void {
  scan.at += count
}
