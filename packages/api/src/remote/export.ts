/** Exports of a server that runs: the file that a browser would get, as it comes. Who stops reading ends the request. */
import type { SessionExporting } from '../contract/export'
import { EXPORT_PATH } from '../http/export-download'
import { OperationError } from '../operations'
import type { ServerAddress } from './connect'
import { meet } from './prove'
import { refusedAtDoor, unreachable } from './told-error'

export function exportCalls(address: ServerAddress): SessionExporting {
  return {
    async *exportSession(id, format) {
      await meet(address)
      const leaving = new AbortController()
      try {
        const path = `${EXPORT_PATH}${encodeURIComponent(id)}?format=${format}`
        const response = await fetching(address, path, leaving.signal)
        if (!response.ok) throw await refusal(address.url, response)
        yield* pieces(address, response)
      } finally {
        leaving.abort()
      }
    },
  }
}

async function fetching({ url, token }: ServerAddress, path: string, signal: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` }
  try {
    return await fetch(`${url}${path}`, { headers, redirect: 'error', signal })
  } catch {
    throw unreachable(url)
  }
}

async function* pieces({ url }: ServerAddress, { body }: Response): AsyncGenerator<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  for (;;) {
    const read = await reader?.read().catch(() => {
      throw new OperationError(
        'failed',
        `The server at ${url} broke off in the middle of the export. Nothing of it is whole.`,
      )
    })
    if (read === undefined || read.done) break
    yield decoder.decode(read.value, { stream: true })
  }
  yield decoder.decode()
}

async function refusal(url: string, response: Response): Promise<OperationError> {
  const refused = refusedAtDoor(url, response.status)
  if (refused !== null) return refused
  const text = (await response.text()).trim()
  switch (response.status) {
    case 400:
      return new OperationError('bad_input', text)
    case 404:
      return new OperationError('not_found', text)
    default:
      return new OperationError('failed', text)
  }
}
