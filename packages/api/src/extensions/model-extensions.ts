/** The providers that ship with the app, an extension each. */
import {
  createEndpoints,
  createModels,
  defineExtension,
  type EndpointParts,
  endpointSettings,
  type ModelUpstream,
  SCRIPTED,
  VENDORS,
  vendorModels,
  vendorSettings,
} from '@belay/host'
import type { Installed } from './session-extensions'

export interface ModelParts extends EndpointParts {
  readonly scripts: ModelUpstream
}

export function modelExtensions({ scripts, ...parts }: ModelParts): readonly Installed[] {
  const endpoints = createEndpoints(parts)
  const scripted = defineExtension({
    name: SCRIPTED,
    description: 'Scripts that say what the model answers: no network, no key.',
    // The default's models: a session is never without any.
    required: true,
    plugins: [{ kind: 'provider', name: SCRIPTED, upstream: () => scripts }],
  })
  const vendors = VENDORS.map((vendor) =>
    defineExtension({
      name: vendor.name,
      description: `Models of ${vendor.label}, with a key of yours.`,
      requires: ['models'],
      settings: vendorSettings,
      plugins: [
        {
          kind: 'provider',
          name: vendor.name,
          upstream: (settings, catalog) => vendorModels(vendor, { ...parts, catalog }, settings),
        },
      ],
    }),
  )
  const compatible = defineExtension({
    name: 'compatible',
    description:
      'Models of any endpoint of OpenAI’s kind, among them Ollama, LM Studio, llama.cpp and vLLM on this machine.',
    settings: endpointSettings,
    plugins: [{ kind: 'provider', name: 'compatible', upstream: endpoints.upstream }],
  })
  return [scripted, createModels(), ...vendors, compatible].map((extension) => ({ extension, byDefault: true }))
}
