'use client'
/** A set out of a file. What is wrong with it is one sentence; a name that is taken can be taken over. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api'
import { isConflict, sayQuietly, sentenceOf } from '../../lib/errors'

/** Larger is no set of hooks, and not worth reading. */
const MOST_BYTES = 1_048_576

export interface ImportingSet {
  /** Something is dragged over. */
  readonly over: boolean
  readonly setOver: (over: boolean) => void
  readonly trouble: string | null
  /** Imports it in place of the set of that name; null where that would not help. */
  readonly replaceIt: (() => Promise<void>) | null
  readonly read: (file: File) => Promise<void>
  readonly forget: () => void
}

export function useImportSet(): ImportingSet {
  const queries = useQueryClient()
  const [over, setOver] = useState(false)
  const [trouble, setTrouble] = useState<{ readonly text: string; readonly taken: string | null } | null>(null)
  const take = async (text: string, replace: boolean) => {
    try {
      const { name } = await api.importSet(text, replace)
      setTrouble(null)
      sayQuietly(`The set ${name} was imported.`)
      await queries.invalidateQueries({ queryKey: ['sets'] })
    } catch (error) {
      setTrouble({ text: sentenceOf(error), taken: isConflict(error) && !replace ? text : null })
    }
  }
  const read = async (file: File) => {
    if (file.size > MOST_BYTES) {
      setTrouble({ text: `${file.name} is larger than 1 MiB: that is no set of hooks.`, taken: null })
      return
    }
    await take(await file.text(), false)
  }
  const taken = trouble?.taken ?? null
  return {
    over,
    setOver,
    trouble: trouble?.text ?? null,
    replaceIt: taken === null ? null : () => take(taken, true),
    read,
    forget: () => setTrouble(null),
  }
}
