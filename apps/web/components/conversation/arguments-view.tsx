import type { Json, JsonObject } from '@belay/trace'
import { diffText, print } from '../../lib/view/diff'
import { DiffView } from '../inspector/diff-view'
import { Words } from '../ui/words'
import styles from './arguments-view.module.css'
import { FoldedText } from './folded-text'

/** The arguments of a call for a person to judge: an edit as its diff, the rest key by key, long text folded. */
export function ArgumentsView({ name, args }: { readonly name: string; readonly args: JsonObject }) {
  const { old_string: before, new_string: after, ...rest } = args
  const isEdit = name === 'files.edit' && typeof before === 'string' && typeof after === 'string'
  const entries = Object.entries(isEdit ? rest : args)
  return (
    <div className={styles.arguments}>
      {entries.map(([key, value]) => (
        <Argument key={key} name={key} value={value} />
      ))}
      {isEdit ? <DiffView lines={diffText(before, after)} /> : null}
    </div>
  )
}

function Argument({ name, value }: { readonly name: string; readonly value: Json }) {
  const text = typeof value === 'string' ? value : print(value)
  if (text.includes('\n') || text.length > 200) {
    return (
      <>
        <p className={styles.key}>{name}</p>
        <FoldedText name={name} text={text} lines={8} />
      </>
    )
  }
  return (
    <p className={styles.line}>
      <span className={styles.key}>{name}</span>
      <span className={styles.value}>
        <Words text={text} />
      </span>
    </p>
  )
}
