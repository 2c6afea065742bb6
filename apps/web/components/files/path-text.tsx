import { Controls } from '../ui/controls'
import { splitPath } from './file-words'
import styles from './path-text.module.css'

interface Props {
  readonly path: string
  readonly workspace: string
}

/** A path from the workspace, cut in its middle where it does not fit: what tells files apart stands at the end. */
export function PathText({ path, workspace }: Props) {
  const { name, folder } = splitPath(path, workspace)
  return (
    <span className={styles.path} title={path}>
      {folder === '' ? null : (
        <span className={styles.folder}>
          <Controls text={folder} />
        </span>
      )}
      <span className={styles.name}>
        <Controls text={name} />
      </span>
    </span>
  )
}
