/**
 * Whether what answers at an address is the server that it is taken for. Promises: the token is not sent to find that out; it is
 * shown only to who has proved that they know it.
 */
import { randomBytes } from 'node:crypto'
import { isProof, PROOF_HEADER, proofOf } from '../http/prove-token'
import { OperationError } from '../operations'
import type { ServerAddress } from './connect'
import { unreachable } from './told-error'

/** `silent`: nobody answers in HTTP. `stranger`: somebody does, who does not know the token. */
export type Acquaintance = 'known' | 'stranger' | 'silent'

/** A server that is busy with a long write answers within a fraction of this. */
const ANSWER_MS = 5_000

export async function acquaintance({ url, token }: ServerAddress): Promise<Acquaintance> {
  const nonce = randomBytes(32).toString('base64url')
  try {
    const { headers, body } = await fetch(`${url}/healthz?challenge=${nonce}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const proof = headers.get(PROOF_HEADER)
    await body?.cancel()
    return isProof(proof, proofOf(token, nonce, new URL(url).host)) ? 'known' : 'stranger'
  } catch {
    // Refused, cut off, no HTTP, or no answer in time.
    return 'silent'
  }
}

/** Before each time that the token goes over the wire: a port can change hands while a command runs. */
export async function meet(address: ServerAddress): Promise<void> {
  switch (await acquaintance(address)) {
    case 'known':
      return
    case 'stranger':
      throw stranger(address.url)
    case 'silent':
      throw unreachable(address.url)
  }
}

export function stranger(url: string): OperationError {
  return new OperationError(
    'unavailable',
    `What answers at ${url} does not know the token of this home, so nothing was sent to it. If it is Belay, stop it and start it again.`,
  )
}
