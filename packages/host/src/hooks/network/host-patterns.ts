/**
 * Hosts as a person lists them: `example.com` (it alone), `*.example.com` (all below it), `10.0.*.*`, `*`. Promises: a
 * pattern of numbers means addresses and never a name that looks like one.
 */
import { matchesGlob, matchesWild } from '../commands/glob'
import { hostOf } from './addresses'

const NUMBERS = /^[\d.]+$/
const STAR = '*'

/** Why a pattern is none, or null. */
export function hostProblem(text: string): string | null {
  if (text === '') return 'a host must not be empty'
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return `only the host counts: write \`${hostShown(text)}\``
  if (/[/\s@]/.test(text)) return 'a host has no path, user or space'
  if (text === STAR) return null
  const plain = text.replaceAll(STAR, 'x')
  if (NUMBERS.test(text.replaceAll(STAR, '0')))
    return hostOf(text.replaceAll(STAR, '0')) === null ? 'this is no address' : null
  return hostOf(plain) === null || /:\d+$/.test(text) ? 'this is no host; a port is not looked at' : null
}

function hostShown(text: string): string {
  return text.replace(/^[^:]*:\/\//, '').replace(/[/?#].*$/, '')
}

export function matchesHost(pattern: string, host: string): boolean {
  if (pattern === STAR) return true
  const wanted = pattern.includes(STAR) ? pattern.toLowerCase() : (hostOf(bracketed(pattern)) ?? pattern.toLowerCase())
  if (!wanted.includes(STAR)) return wanted === host
  if (NUMBERS.test(wanted.replaceAll(STAR, '0')) && !NUMBERS.test(host)) return false
  const labels = wanted.split('.')
  // In front it stands for any number of labels, at least one.
  const parts = labels[0] === STAR ? [STAR, ANY, ...labels.slice(1)] : labels
  return matchesWild(parts, host.split('.'), {
    isStar: (part) => part === ANY,
    isLike: (part, label) => part !== ANY && matchesGlob(part, label),
  })
}

const ANY = '**'

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
