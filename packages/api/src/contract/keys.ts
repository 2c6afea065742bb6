/** Keys of providers. A key goes in and never comes out. */

export interface ProviderKey {
  readonly provider: string
  /** As people call it. */
  readonly label: string
  /** Where its key is from; null where there is none. */
  readonly from: { readonly kind: 'file' } | { readonly kind: 'environment'; readonly variable: string } | null
  /** The variable that is looked at where the file has none; null where there is none to look at. */
  readonly variable: string | null
}

export interface Keys {
  readonly providers: readonly ProviderKey[]
  /** Why the file can't be read, or null. */
  readonly problem: string | null
}

export interface KeyKeeping {
  keys(): Promise<Keys>
  /** `provider` is one of those listed, or a name of an endpoint. Throws `bad_input`, and `conflict` where the file can't be read. */
  setKey(provider: string, key: string): Promise<Keys>
  removeKey(provider: string): Promise<Keys>
}
