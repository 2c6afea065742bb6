/**
 * The type checker on one hook's text and the declarations that hooks are written against. Promises: nothing is read but
 * what it was given; what a text imports beside those is not known here, and no mistake.
 */
import ts from 'typescript-javascript'
import type { Completing, Explained, HookText, Suggestion, Suggestions, TypeProblem } from './protocol'
import { readableProblem, readableTypes } from './readable'

/** Declarations by path: `/lib/…`, `/node_modules/…`, `/types/belay-hooks.d.ts`. */
export type Declarations = Readonly<Record<string, string>>

export interface Language {
  problems(hook: HookText): readonly TypeProblem[]
  complete(asked: Completing): Suggestions | null
  describe(asked: HookText & { readonly pos: number; readonly label: string }): Omit<Explained, 'from' | 'to'> | null
  hover(asked: HookText & { readonly pos: number }): Explained | null
}

export const LIB = 'lib.es2023.d.ts'
/** Every file of them: they are kept without the comments by which the first would lead to the others. */
const GLOBALS = '/node_modules/@types/node/'
/** A module that was not found may well stand beside the file, and one without types may well be there. */
const UNKNOWN_MODULES = new Set([2307, 7016, 2792])

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: [LIB],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
  paths: { '@belay/hooks': ['/types/belay-hooks.d.ts'], zod: ['/node_modules/zod/index.d.cts'] },
  strict: true,
  allowJs: true,
  checkJs: false,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
}
const PREFERENCES: ts.UserPreferences = {
  includeCompletionsWithInsertText: true,
  includeCompletionsForModuleExports: false,
  quotePreference: 'single',
}

export function openLanguage(declarations: Declarations): Language {
  const hook = openText(declarations)
  const service = ts.createLanguageService(hook.host, ts.createDocumentRegistry())
  return {
    problems: (text) => problemsIn(service, hook.put(text)),
    complete: (asked) => completionsIn(service, hook.put(asked), asked),
    describe(asked) {
      const { pos, label } = asked
      const found = service.getCompletionEntryDetails(
        hook.put(asked),
        pos,
        label,
        {},
        undefined,
        PREFERENCES,
        undefined,
      )
      if (found === undefined) return null
      return { code: codeOf(found), text: ts.displayPartsToString(found.documentation) }
    },
    hover(asked) {
      const found = service.getQuickInfoAtPosition(hook.put(asked), asked.pos)
      if (found === undefined) return null
      const { start, length } = found.textSpan
      return {
        from: start,
        to: start + length,
        code: codeOf(found),
        text: ts.displayPartsToString(found.documentation),
      }
    },
  }
}

function codeOf({ displayParts }: Pick<ts.QuickInfo, 'displayParts'>): string {
  return readableTypes(ts.displayPartsToString(displayParts))
}

interface OpenText {
  readonly host: ts.LanguageServiceHost
  /** Takes the place of the text before; gives its path. */
  put(hook: HookText): string
}

function openText(declarations: Declarations): OpenText {
  let path = '/hook.ts'
  let text = ''
  let version = 0
  const read = (file: string) => (file === path ? text : declarations[file])
  const folders = foldersOf(declarations)
  const globals = Object.keys(declarations).filter((file) => file.startsWith(GLOBALS))
  return {
    host: {
      getCompilationSettings: () => OPTIONS,
      getScriptFileNames: () => [path, ...globals],
      getScriptVersion: (file) => (file === path ? String(version) : '0'),
      getScriptSnapshot(file) {
        const content = read(file)
        return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
      },
      getCurrentDirectory: () => '/',
      getDefaultLibFileName: () => `/lib/${LIB}`,
      fileExists: (file) => read(file) !== undefined,
      readFile: read,
      directoryExists: (folder) => folders.has(folder.replace(/\/$/, '')),
    },
    put(hook) {
      path = `/hook.${hook.language}`
      if (hook.text !== text) version += 1
      text = hook.text
      return path
    },
  }
}

function foldersOf(declarations: Declarations): ReadonlySet<string> {
  const folders = new Set<string>([''])
  for (const file of Object.keys(declarations))
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) folders.add(file.slice(0, end))
  return folders
}

function problemsIn(service: ts.LanguageService, path: string): readonly TypeProblem[] {
  const found = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)]
  return found.flatMap((one) => {
    if (one.start === undefined || UNKNOWN_MODULES.has(one.code)) return []
    const message = readableProblem(messageOf(one)).slice(0, MOST_MESSAGE)
    return [{ from: one.start, to: one.start + (one.length ?? 0), severity: severityOf(one.category), message }]
  })
}

const NO_OVERLOAD = 2769

/** Of a call that fits no overload the last line says why, and the first says nothing. */
function messageOf({ code, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n')
  return code === NO_OVERLOAD ? (text.split('\n').at(-1)?.trim() ?? text) : text
}

/** The types of `t` are long once they are spelled out. */
const MOST_MESSAGE = 1_200

function severityOf(category: ts.DiagnosticCategory): TypeProblem['severity'] {
  switch (category) {
    case ts.DiagnosticCategory.Error:
      return 'error'
    case ts.DiagnosticCategory.Warning:
      return 'warning'
    case ts.DiagnosticCategory.Suggestion:
    case ts.DiagnosticCategory.Message:
      return 'info'
  }
}

function completionsIn(
  service: ts.LanguageService,
  path: string,
  { text, pos, explicit }: Completing,
): Suggestions | null {
  const word = /[\w$]*$/.exec(text.slice(0, pos))?.[0] ?? ''
  const before = text[pos - word.length - 1] ?? ''
  const isInvited = explicit || word !== '' || /[.'"`]/.test(before)
  const found = isInvited ? service.getCompletionsAtPosition(path, pos, PREFERENCES) : undefined
  if (found === undefined || found.entries.length === 0) return null
  // A quote ends a text as often as it begins one: only a text with a closed set of values has something to offer.
  const span = found.entries[0]?.replacementSpan ?? found.optionalReplacementSpan
  const from = span === undefined || span.start > pos ? pos - word.length : span.start
  const to = span === undefined ? pos : Math.max(pos, span.start + span.length)
  return { from, to, options: found.entries.map(suggestionOf) }
}

const SIGNS: Readonly<Record<string, string>> = {
  property: 'property',
  getter: 'property',
  setter: 'property',
  method: 'method',
  function: 'function',
  'local function': 'function',
  var: 'variable',
  let: 'variable',
  const: 'variable',
  parameter: 'variable',
  class: 'class',
  interface: 'interface',
  type: 'type',
  module: 'namespace',
  keyword: 'keyword',
  string: 'text',
}

function suggestionOf(entry: ts.CompletionEntry): Suggestion {
  const type = SIGNS[entry.kind]
  return {
    label: entry.name,
    ...(entry.insertText === undefined ? {} : { apply: entry.insertText }),
    ...(type === undefined ? {} : { type }),
    // `11` for what is near, `15` for what is everywhere; CodeMirror takes -99 to 99.
    boost: -Math.min(Number.parseInt(entry.sortText, 10) || 0, 99),
  }
}
