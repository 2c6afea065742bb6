'use client'
/** Whether a fork also puts back what tools changed in files after it, and exactly what that does to each. */
import type { FileChanges } from '@belay/api'
import { useId } from 'react'
import { FileGroups } from '../files/file-groups'
import { countTouched } from '../files/file-words'
import { Unseen } from '../files/unseen'
import { Checkbox } from '../ui/field'
import styles from './fork-dialog.module.css'

interface Props {
  readonly changes: FileChanges
  readonly workspace: string
  readonly running: boolean
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function FilesChoice({ changes: { files, unseen }, workspace, running, checked, onChange }: Props) {
  const id = useId()
  // A fork leaves alone what somebody else has changed since.
  const able = countTouched(files, false) > 0 && !running
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
      <FileGroups files={files} overwrite={false} workspace={workspace} />
      <Unseen lines={unseen} />
    </fieldset>
  )
}
