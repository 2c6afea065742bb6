'use client'
import type { Json, JsonObject } from '@belay/trace'
import { useMemo } from 'react'
import { print } from '../../lib/view/diff'
import { editsOf, type FileEdit, otherArgs } from '../../lib/view/edit-diff'
import { Words } from '../ui/words'
import styles from './arguments-view.module.css'
import { EditDiff } from './edit-diff'
import { FoldedText } from './folded-text'

interface Props {
  readonly name: string
  readonly args: JsonObject
  /** What the model was told of the call, once it was. */
  readonly result?: string | null
  /** Tells them apart from others in their row of the conversation. */
  readonly scope?: string
}

/** The arguments of a call for a person to judge: an edit as its diff, the rest key by key, long text folded. */
export function ArgumentsView({ name, args, result = null, scope = '' }: Props) {
  const edits = useMemo(() => editsOf(name, args, result), [name, args, result])
  const entries = Object.entries(edits === null ? args : otherArgs(args))
  return (
    <div className={styles.arguments}>
      {entries.map(([key, value]) => (
        <Argument key={key} name={key} value={value} />
      ))}
      <Edits edits={edits ?? []} scope={scope} />
    </div>
  )
}

function Edits({ edits, scope }: { readonly edits: readonly FileEdit[]; readonly scope: string }) {
  return edits.map((edit, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: edits of a call have no other name than their place
    <EditDiff key={at} name={`${scope} ${at}`} edit={edit} />
  ))
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
