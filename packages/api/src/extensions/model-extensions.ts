/** The providers that ship with the app, an extension each. */
import { defineExtension, type ModelUpstream, SCRIPTED } from '@belay/host'
import type { Installed } from './session-extensions'

export interface ModelParts {
  readonly scripts: ModelUpstream
}

export function modelExtensions({ scripts }: ModelParts): readonly Installed[] {
  const scripted = defineExtension({
    name: SCRIPTED,
    description: 'Scripts that say what the model answers: no network, no key.',
    // The default's models: a session is never without any.
    required: true,
    plugins: [{ kind: 'provider', name: SCRIPTED, upstream: () => scripts }],
  })
  return [{ extension: scripted, byDefault: true }]
}
