'use client'
/** Whether files go back with the fork, and what that would do to each: both sessions work in one folder. */
import type { FileChange, FileChanges } from '@belay/api'
import { useId } from 'react'
import { plural, shortenPath } from '../../lib/format'
import { Controls } from '../ui/controls'
import { Checkbox } from '../ui/field'
import styles from './fork-dialog.module.css'

/** More are counted. */
const MOST_SHOWN = 6

interface Props {
  readonly changes: FileChanges
  readonly running: boolean
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function FilesChoice({ changes: { files, unseen }, running, checked, onChange }: Props) {
  const id = useId()
  const able = files.some(canGoBack) && !running
  return (
    <fieldset className={styles.files}>
      <label className={styles.choice} htmlFor={id}>
        <Checkbox id={id} checked={checked && able} disabled={!able} onChange={onChange} />
        <span>
          <span className={styles.label}>Put files back too</span>
          <span className={styles.hint}>
            {running
              ? 'Not while a turn of this session runs: wait for its end, or stop it.'
              : 'Both sessions work in the same folder: this changes it for both.'}
          </span>
        </span>
      </label>
      <ul className={styles.list}>
        {files.slice(0, MOST_SHOWN).map((file) => (
          <li key={file.path} className={styles.file} data-left={!canGoBack(file)}>
            <span className={styles.path} title={file.path}>
              <Controls text={shortenPath(file.path)} />
            </span>
            <span className={styles.fate}>{fateOf(file)}</span>
          </li>
        ))}
        {files.length > MOST_SHOWN ? (
          <li className={styles.more}>and {plural(files.length - MOST_SHOWN, 'more file', 'more files')}</li>
        ) : null}
      </ul>
      {unseen.length === 0 ? null : (
        <p className={styles.hint}>
          What these did beside that is not known and stays: {unseen.slice(0, 3).join(', ')}.
        </p>
      )}
    </fieldset>
  )
}

/** A fork leaves alone what somebody else has changed since. */
function canGoBack({ now, existed }: FileChange): boolean {
  return now === 'as_left' || (now === 'gone' && existed)
}

function fateOf({ now, existed }: FileChange): string {
  switch (now) {
    case 'as_left':
      return existed ? 'goes back to what it was' : 'is removed'
    case 'as_before':
      return 'is as it was already'
    case 'gone':
      return existed ? 'comes back' : 'is gone already'
    case 'changed_since':
      return 'changed since: is left'
  }
}
