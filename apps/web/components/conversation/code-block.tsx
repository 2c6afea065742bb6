'use client'
/** Code of a reply in its colours, folded where it is long, to be taken along as it stands with one click. */
import { useCodePieces } from '../../lib/code/use-code-pieces'
import { plural } from '../../lib/format'
import { headOf, lineCount } from '../../lib/view/long-text'
import { CopyButton } from '../ui/copy-button'
import styles from './code-block.module.css'
import { FoldButton } from './fold-button'
import { HugeText } from './huge-text'
import { useOpened, useTabStop } from './row-scope'

/** A screen of code; what is a little longer is shown whole. */
const LINES = 30
const MOST_LINES = 40
/** More is drawn as one scrolls through it. */
const MOST_WHOLE = 2_000
/** A line without end folds here. */
const CHARS = 4_000

interface Props {
  readonly code: string
  /** As the fence names it; null where it does not. */
  readonly language: string | null
  /** Tells it apart from others of its reply. */
  readonly name: string
}

export function CodeBlock({ code, language, name }: Props) {
  const [open, setOpen] = useOpened(`code ${name}`)
  const tabIndex = useTabStop()
  const lines = lineCount(code)
  const isLong = lines > MOST_LINES || code.length > CHARS * 2
  const isHuge = open && isLong && lines > MOST_WHOLE
  const shown = open || !isLong ? code : headOf(code, { lines: LINES, chars: CHARS }).text
  return (
    <div className={styles.block}>
      {isHuge ? <HugeText text={code} /> : <Coloured code={shown} language={language} />}
      {isLong ? <FoldButton open={open} size={plural(lines, 'line')} onOpen={setOpen} /> : null}
      <span className={styles.tools}>
        {language === null ? null : <span className={styles.language}>{language}</span>}
        <CopyButton label="Copy the code" text={() => code} tabIndex={tabIndex} />
      </span>
    </div>
  )
}

function Coloured({ code, language }: { readonly code: string; readonly language: string | null }) {
  const pieces = useCodePieces(code, language)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls sideways must be reachable by keyboard
    <pre tabIndex={0}>
      <code>
        {pieces === null
          ? code
          : pieces.map(({ text, kind }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
              <span key={at} data-kind={kind ?? undefined} className={styles.piece}>
                {text}
              </span>
            ))}
      </code>
    </pre>
  )
}
