import styles from './keys.module.css'

/** `Ctrl++` ends with a key that is called as what joins them. */
function keysOf(keys: string): readonly string[] {
  if (!keys.endsWith('+')) return keys.split('+')
  return [...keys.slice(0, -1).split('+').filter(Boolean), '+']
}

/** A key combination as key caps: `Shift+Enter`. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.keys}>
      {keysOf(keys).map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
