/** What a person does with keys of providers. */
import { type Credentials, keyVariables, VENDORS, type Written } from '@belay/host'
import type { KeyKeeping, Keys, ProviderKey } from '../contract/keys'
import { OperationError } from '../operations'

/** As endpoints are named in their settings. */
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/
/** No vendor's is near it; a whole file that was pasted is. */
const MOST_CHARS = 4_096

export function keyKeeping({ credentials }: { readonly credentials: Credentials }): KeyKeeping {
  const keys = (): Keys => ({
    providers: [...vendorKeys(credentials), ...otherKeys(credentials)],
    problem: credentials.problem(),
  })
  const after = (written: Written): Keys => {
    if (!written.ok) throw new OperationError('conflict', written.reason)
    return keys()
  }
  return {
    keys: async () => keys(),
    async setKey(provider, key) {
      if (!NAME.test(provider))
        throw new OperationError(
          'bad_input',
          `\`${provider}\` is no name of a provider: small letters, digits and dashes.`,
        )
      const bare = key.trim()
      if (bare === '') throw new OperationError('bad_input', 'The key is empty; nothing was changed.')
      if (bare.length > MOST_CHARS || /[^\x21-\x7e]/.test(bare))
        throw new OperationError('bad_input', 'A key is one word of letters, digits and signs; nothing was changed.')
      return after(credentials.set(provider, bare))
    },
    async removeKey(provider) {
      const removed = credentials.remove(provider)
      if (removed.ok && removed.had === false)
        throw new OperationError('not_found', `credentials.json has no key of ${provider}; nothing was changed.`)
      return after(removed)
    },
  }
}

function vendorKeys(credentials: Credentials): readonly ProviderKey[] {
  return VENDORS.map(({ name, label }) => keyOf(credentials, name, label))
}

function otherKeys(credentials: Credentials): readonly ProviderKey[] {
  const vendors = VENDORS.map(({ name }) => name)
  return credentials
    .stored()
    .filter((name) => !vendors.includes(name))
    .map((name) => keyOf(credentials, name, name))
}

function keyOf(credentials: Credentials, provider: string, label: string): ProviderKey {
  const found = credentials.find(provider)
  const variable = keyVariables(provider)[0] ?? null
  if (found === null) return { provider, label, from: null, variable }
  const { variable: set } = found
  return { provider, label, variable, from: set === null ? { kind: 'file' } : { kind: 'environment', variable: set } }
}
