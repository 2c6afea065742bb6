import { controlPieces } from '../../lib/view/control-text'
import styles from './controls.module.css'

/** Foreign text: what would be unseen, or would turn its neighbours around, is a dimmed symbol. */
export function Controls({ text }: { readonly text: string }) {
  const pieces = controlPieces(text)
  if (pieces.length === 1 && pieces[0]?.symbol === false) return text
  return pieces.map((piece, at) =>
    piece.symbol ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
      <span key={at} className={styles.symbol}>
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  )
}
