import { Button } from '../ui/button'
import { NoticePage } from './notice-page'
import styles from './notice-page.module.css'

export function SignedOut() {
  return (
    <NoticePage title="This browser is not signed in">
      <p>
        Belay can run programs on this machine, so it only lets in browsers that came through its own link. Open the
        link that was printed when the app started, or make a fresh one in a terminal:
      </p>
      <pre className={styles.command}>belay url</pre>
      <p className={styles.faint}>In a checkout: npx belay url</p>
      <Button tone="primary" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </NoticePage>
  )
}
