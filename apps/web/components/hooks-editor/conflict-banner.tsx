'use client'
/** The file holds something else than the writing began with: both are kept until a person has chosen. */
import { useState } from 'react'
import { sayQuietly } from '../../lib/errors'
import { diffText } from '../../lib/view/diff'
import { DiffView } from '../inspector/diff-view'
import { Button } from '../ui/button'
import styles from './editor-pane.module.css'
import type { WrittenText } from './use-written-text'

/** For a save that is refused while both stand: says why, and leads to the choice. */
export function showConflict(): void {
  sayQuietly('Not saved: choose first which of the two texts is kept.')
  document.querySelector<HTMLElement>('[data-conflict] button')?.focus()
}

export function ConflictBanner({ file }: { readonly file: WrittenText }) {
  const [shown, setShown] = useState(false)
  const { disk, text, keepMine, takeTheirs } = file
  const isGone = disk === null
  return (
    <section className={styles.banner} data-tone="rewrite" data-conflict role="alert" aria-label="The file has changed">
      <div className={styles.bannerLine}>
        <p>
          {isGone
            ? 'The file is not there any more. What you wrote is kept here.'
            : 'The file was changed by something else. What you wrote is kept here.'}
        </p>
        {isGone ? null : (
          <Button small aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide the differences' : 'Show the differences'}
          </Button>
        )}
        {isGone ? null : (
          <Button small onClick={takeTheirs}>
            Take the file
          </Button>
        )}
        <Button small onClick={keepMine}>
          {isGone ? 'Make it again when I save' : 'Keep mine'}
        </Button>
      </div>
      {shown && disk != null ? (
        <section className={styles.difference} aria-label="From the file to what you wrote">
          <p className={styles.sides}>
            <span>
              <span data-side="removed">−</span> the file, as it is now
            </span>
            <span>
              <span data-side="added">+</span> what you wrote
            </span>
          </p>
          <DiffView lines={diffText(disk.text, text)} />
        </section>
      ) : null}
    </section>
  )
}
