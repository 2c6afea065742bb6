import type { Outcome } from '@belay/trace'
import { toldContext } from './cut-context'

/** Whose each text of `outcome.context` is, in the same order: a text for the model is labelled with its hook. */
export function contextsOf(outcome: Outcome): readonly { readonly hook: string; readonly text: string }[] {
  return outcome.verdicts
    .filter(({ mode, late }) => mode === 'enforce' && !late)
    .flatMap(({ hook, source, context }) => toldContext(source, context).map((text) => ({ hook, text })))
}
