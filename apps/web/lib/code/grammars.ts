/** The highlighter and the languages that it knows, loaded with the first code that is shown: a chunk of its own. */
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'
import { type CodePiece, codePieces } from './code-tokens'

const lowlight = createLowlight({
  ...{ bash, c, cpp, css, diff, dockerfile, go, ini, java, javascript, json, markdown, python, ruby, rust },
  ...{ sql, typescript, xml, yaml },
})

/** Null where the language is not known. Names are those of fences: `ts`, `typescript`, `sh`. */
export function highlight(code: string, language: string): readonly CodePiece[] | null {
  return lowlight.registered(language) ? codePieces(lowlight.highlight(language, code)) : null
}
