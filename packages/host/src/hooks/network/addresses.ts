/**
 * Hosts as programs are told of them: in addresses, before a colon, by themselves. Promises: what two programs could read
 * in two ways names no host; numbers that stand for an address are written as one.
 */

/** Schemes of what is on this machine, or names nothing. */
const LOCAL = /^(?:file|data|blob|about|javascript|mailto|unix|chrome|vscode)$/i
const ADDRESS = /^([a-z][a-z\d+.-]{1,30}):\/\/([^/?#]*)/i
/** Not part of any host: a variable, a wildcard, a list, a second way to read it. */
const STRANGE = /[\s\\${}()*?<>'"`|;&]/

export interface Address {
  /** Null where it can't be told. */
  readonly host: string | null
  /** As it was written, without what stands behind the host. */
  readonly shown: string
}

/** What a word with `scheme://` names; null where it has none, or is about this machine's own files. */
export function addressOf(word: string): Address | null {
  const [, scheme = '', authority] = ADDRESS.exec(word) ?? []
  if (authority === undefined || LOCAL.test(scheme.replace(/^[\w.-]+\+(?=file)/, ''))) return null
  return { host: hostOf(authority), shown: `${scheme}://${withoutUser(authority)}` }
}

/** `host`, `host:80`, `user@host`, `[::1]:80`; null where it is none. */
export function hostOf(authority: string): string | null {
  const text = withoutUser(authority)
  if (text === '' || text.length > 255 || STRANGE.test(authority)) return null
  try {
    // Reads `127.1` and `2130706433` as what they are.
    const { hostname, pathname, search } = new URL(`http://${text}/`)
    if (hostname === '' || pathname !== '/' || search !== '') return null
    return hostname
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase()
  } catch {
    return null
  }
}

function withoutUser(authority: string): string {
  return authority.slice(authority.lastIndexOf('@') + 1)
}

/** A host with or without a scheme, and whatever path behind it. */
export function addressOrHost(word: string): Address | null {
  if (/^[a-z][a-z\d+.-]{1,30}:\/\//i.test(word)) return addressOf(word)
  const authority = /^[^/?#]*/.exec(word)?.[0] ?? ''
  return { host: hostOf(authority), shown: withoutUser(authority) }
}

/** `user@host:path`, `host::module`; null for a path, also one of Windows. */
export function remotePlace(word: string): Address | null {
  const address = addressOf(word)
  if (address !== null) return address
  const [, before] = /^([^/\s]+?):(?!\\)/.exec(word) ?? []
  if (before === undefined || /^[A-Za-z]$/.test(before) || word.startsWith('file:')) return null
  return { host: hostOf(before), shown: withoutUser(before) }
}

const SCHEMES =
  'https?|wss?|s?ftps?|ssh|git|rsync|ldaps?|smtps?|imaps?|rediss?|postgres(?:ql)?|mysql|mongodb|amqps?|mqtts?|tcp|udp|grpcs?|socks[45]h?'
const WITHIN = new RegExp(`(?<![a-z])(?:${SCHEMES})(?:\\+[a-z]+)?://[^\\s'"\`<>]{1,500}`, 'gi')
/** As many as anybody writes into one call. */
const MOST = 200

/** All that stand in a text of any kind. */
export function addressesWithin(text: string): readonly Address[] {
  const found: Address[] = []
  for (const [word] of text.matchAll(WITHIN)) {
    const address = addressOf(word)
    if (address !== null) found.push(address)
    if (found.length >= MOST) break
  }
  return found
}

/** Of these programs `0.0.0.0` is this machine too. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  if (/^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host) || host === '0.0.0.0') return true
  return host === '::1' || host === '::' || /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(host)
}
