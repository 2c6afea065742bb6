'use client'
/** What loading a text would say. The editor and what stands beside it ask about one text: it is sent once. */
import type { HookCheck } from '@belay/api'
import { hooksApi } from './hooks-api'

export type CheckText = (text: string) => Promise<HookCheck>

export function checksOf(slug: string): CheckText {
  let last: { readonly text: string; readonly check: Promise<HookCheck> } | null = null
  return (text) => {
    if (last?.text === text) return last.check
    const check = hooksApi.check(slug, text)
    last = { text, check }
    // One that failed is not kept.
    check.catch(() => {
      if (last?.check === check) last = null
    })
    return check
  }
}
