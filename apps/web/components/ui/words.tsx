import { Controls } from './controls'
import styles from './words.module.css'

/** Options longer than this may break all the same. */
const LONG = 32

/** A command line or a text in which no option breaks at its dashes. */
export function Words({ text }: { readonly text: string }) {
  if (!text.includes(' -')) return <Controls text={text} />
  return text.split(/( )/).map((word, at) =>
    word.startsWith('-') && word.length <= LONG ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: words have no other name than their place
      <span key={at} className={styles.whole}>
        <Controls text={word} />
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Controls key={at} text={word} />
    ),
  )
}
