/** The vendors whose models sessions can use, each by its maintained package. Anything that is the same for all is elsewhere. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Upstream, Vendor } from './vendor-provider'

const ANTHROPIC: Vendor = {
  ...{ name: 'anthropic', label: 'Anthropic' },
  cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  always: {},
  model: (model, upstream) => createAnthropic(settings(upstream))(model),
}

const OPENAI: Vendor = {
  ...{ name: 'openai', label: 'OpenAI', cacheMark: null },
  // Nothing is left with the vendor: its reasoning comes along, sealed, and goes back with the next request.
  always: { openai: { store: false, include: ['reasoning.encrypted_content'] } },
  model: (model, upstream) => createOpenAI(settings(upstream)).responses(model),
}

const GOOGLE: Vendor = {
  ...{ name: 'google', label: 'Google', cacheMark: null, always: {} },
  model: (model, upstream) => createGoogleGenerativeAI(settings(upstream))(model),
}

const ALIBABA: Vendor = compatible('alibaba', 'Alibaba', 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1')

export const VENDORS: readonly Vendor[] = [ANTHROPIC, OPENAI, GOOGLE, ALIBABA]

/** Any endpoint that speaks the chat completions of OpenAI: a server of the person's own, or one on this machine. */
export function compatible(name: string, label: string, url: string): Vendor {
  return {
    ...{ name, label, cacheMark: null, always: {} },
    model: (model, { apiKey, baseUrl, headers, fetch }) =>
      createOpenAICompatible({
        ...{ name, baseURL: baseUrl ?? url, headers, fetch, includeUsage: true },
        ...(apiKey === null ? {} : { apiKey }),
      })(model),
  }
}

function settings({ apiKey, baseUrl, headers, fetch }: Upstream) {
  // An empty key keeps a package from looking for one in the environment by itself.
  return { apiKey: apiKey ?? '', headers, fetch, ...(baseUrl === null ? {} : { baseURL: baseUrl }) }
}
