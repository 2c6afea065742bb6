/** Programs whose first word is what is searched for, or a script; some of them write what they read. */
import { baseName } from '../commands/unwrap'
import { operandsOf, type Touched, touching, valuesOf } from './touch'

type Args = readonly string[]

/** Their first word is what is searched for, or a script, unless a flag gives it. With the flags that take a value. */
export const SEARCHES: Readonly<Record<string, Args>> = {
  ...{ grep: ['-A', '-B', '-C', '-m'], egrep: ['-A', '-B', '-C', '-m'], fgrep: ['-A', '-B', '-C', '-m'] },
  rg: ['-A', '-B', '-C', '-m', '-g', '-t', '-T', '-r', '-j', '--glob', '--type', '--type-not', '--replace'],
  ...{ ag: ['-A', '-B', '-C', '-m', '-G'], ack: ['-A', '-B', '-C', '-m'] },
  ...{ awk: ['-F', '-v'], gawk: ['-F', '-v'], mawk: ['-F', '-v'] },
  ...{ jq: ['--arg', '--argjson', '--indent'], yq: ['-p', '-o'], sed: [], gsed: [] },
}
const EXPRESSIONS = ['-e', '--regexp', '--expression']
const EXPRESSION_FILES = ['-f', '--file', '--from-file']

export function searched(valueFlags: Args): (args: Args) => readonly Touched[] {
  return (args) => {
    const operands = operandsOf(args, [...valueFlags, ...EXPRESSIONS, ...EXPRESSION_FILES])
    const scripts = valuesOf(args, EXPRESSION_FILES)
    const given = scripts.length > 0 || valuesOf(args, EXPRESSIONS).length > 0
    return touching('read', [...scripts, ...(given ? operands : operands.slice(1))])
  }
}

/** With `-e` the word behind it is code; without, the first word is the file that holds it. */
export function scriptOf(args: Args): readonly Touched[] {
  return touching('read', operandsOf(args.filter((_, at) => !/^-[A-Za-z]*[eE]$/.test(args[at - 1] ?? ''))))
}

export function inPlace(args: Args, files: readonly Touched[]): readonly Touched[] {
  const changes = args.some((arg) => /^-[A-Za-z]*i|^--in-place/.test(arg))
  return changes ? files.map(({ text }) => ({ text, touch: 'write' })) : files
}

/** `gawk -i inplace`. */
export function withInPlaceLibrary(args: Args): readonly Touched[] {
  const include = ['-i', '--include']
  const files = searched(['-F', '-v', ...include])(args)
  const changes = valuesOf(args, include).some((library) => /^inplace(?:\.awk)?$/.test(baseName(library)))
  return changes ? files.map(({ text }) => ({ text, touch: 'write' })) : files
}
