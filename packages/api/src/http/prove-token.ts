/**
 * A server proves that it knows the token of its home before it is shown it: another program may hold the port of a server that
 * was killed. The proof is bound to the address that was asked, so that nobody passes on what another server answered.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const PROOF_HEADER = 'belay-proof'
const CHALLENGE = /^[A-Za-z0-9_-]{32,128}$/

/** Null where the target holds no challenge that is worth an answer. */
export function challengeIn(target: string): string | null {
  const nonce = new URLSearchParams(target.split('?', 2)[1] ?? '').get('challenge')
  return nonce !== null && CHALLENGE.test(nonce) ? nonce : null
}

export function proofOf(token: string, nonce: string, host: string): string {
  return createHmac('sha256', token).update(`belay ${host.toLowerCase()} ${nonce}`).digest('base64url')
}

export function isProof(shown: string | null, wanted: string): boolean {
  const [a, b] = [Buffer.from(shown ?? ''), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
