import { Controls } from './controls'
import styles from './inline.module.css'
import { Words } from './words'

/** Characters that are kept on one line: an option that breaks at its dashes can't be read. */
const SHORT = 24

/** A sentence in which `backticks` mark code. */
export function Inline({ text }: { readonly text: string }) {
  const parts = text.split('`')
  // A lone backtick marks nothing.
  if (parts.length % 2 === 0) return <Controls text={text} />
  return parts.map((part, at) =>
    at % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
      <Controls key={at} text={part} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
      <code key={at} className={styles.code} data-short={part.length <= SHORT}>
        <Words text={part} />
      </code>
    ),
  )
}
