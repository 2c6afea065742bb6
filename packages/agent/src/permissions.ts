/**
 * May this call run? A truth table over what the hooks said, what the call would touch and who is there to answer.
 * Pure: it neither asks nor remembers. A hook can make it stricter, or skip a question; it can never lift a refusal.
 */
import type { PermissionMode } from '@belay/trace'
import type { Need } from './tool'

export interface Judged {
  /** On the effective arguments. */
  readonly need: Need
  /** What the hooks at `tools.before` added up to. */
  readonly hooks:
    | { readonly say: 'pass' | 'allow' }
    | { readonly say: 'ask'; readonly hook: string; readonly question: string }
  readonly mode: PermissionMode
  readonly headless: boolean
  /** Whether the person permitted the need's kind for this session. */
  readonly granted: boolean
}

export type Permission =
  | { readonly say: 'run' }
  | { readonly say: 'refuse'; readonly reason: string }
  | { readonly say: 'ask'; readonly hook: string | null; readonly text: string; readonly kind: string | null }

const RUN: Permission = { say: 'run' }

export function judge(judged: Judged): Permission {
  const own = judgeNeed(judged)
  if (own.say === 'refuse' || judged.hooks.say !== 'ask') return own
  const { hook, question } = judged.hooks
  if (judged.headless) {
    return { say: 'refuse', reason: `${hook} asks a person and nobody is there to answer: ${question}` }
  }
  return { say: 'ask', hook, text: question, kind: null }
}

function judgeNeed({ need, hooks, mode, headless, granted }: Judged): Permission {
  if (need.access === 'free') return RUN
  if (mode === 'deny') return { say: 'refuse', reason: `permission mode "deny": ${need.question}` }
  if (hooks.say === 'allow') return RUN
  if (!need.outside && (mode === 'auto' || granted)) return RUN
  if (headless) return { say: 'refuse', reason: `nobody is there to answer: ${need.question}` }
  return { say: 'ask', hook: null, text: need.question, kind: need.outside ? null : need.kind }
}
