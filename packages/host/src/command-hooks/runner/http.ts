/**
 * An `http` entry: the payload is POSTed as JSON, and what comes back is told as if a command had printed it. Promises: never
 * rejects; no host is reached but this machine and those that are listed, also by way of a redirect; a header holds no variable
 * that is not allowed; at the time limit or a stop it settles at once.
 */
import type { CommandEnd, CommandRun, CommandStream, HttpRequest } from '../run'
import { createKeptOutput, type KeptOutput } from './kept-output'
import { watchLimits } from './limits'
import { EMPTY, emptyRun, notStarted } from './told-word'

/** More than any answer holds: a server that never comes to an end is left. */
const MOST_BYTES = 8_388_608

export async function postHook(request: HttpRequest): Promise<CommandRun> {
  const startedAt = performance.now()
  const why = refusal(request)
  if (why !== null) return emptyRun(notStarted(why), 0)
  if (request.signal.aborted) return emptyRun({ by: 'cancelled' }, 0)
  const limits = watchLimits(request, () => () => undefined)
  const leave = new AbortController()
  const stdout = createKeptOutput(true)
  const posted = post(request, { stdout, signal: leave.signal })
  const first = await Promise.race([posted, limits.reached])
  limits.release()
  leave.abort()
  const outcome: Posted = typeof first === 'string' ? { end: { by: first }, stderr: '', sent: false } : first
  return {
    end: outcome.end,
    ...{ stdout: stdout.stream(), stderr: streamOf(outcome.stderr), answerText: stdout.answerText() },
    ...{ stdinDelivered: outcome.sent, pipesHeld: false, durationMs: performance.now() - startedAt },
  }
}

interface Posted {
  readonly end: CommandEnd
  readonly stderr: string
  readonly sent: boolean
}

interface Into {
  readonly stdout: KeptOutput
  readonly signal: AbortSignal
}

/** A status other than 2xx is a failure, whatever the body says besides; a refusal in it still counts. */
async function post(request: HttpRequest, { stdout, signal }: Into): Promise<Posted> {
  try {
    const response = await fetch(request.url, {
      ...{ method: 'POST', body: request.payload, headers: headersOf(request), redirect: 'manual', signal },
    })
    await readBody(response, stdout)
    if (response.ok) return { end: { by: 'exit', exitCode: 0 }, stderr: '', sent: true }
    return { end: { by: 'exit', exitCode: 1 }, stderr: sayStatus(response), sent: true }
  } catch (error) {
    return { end: notStarted(`${request.url} was not reached: ${sayCause(error)}`), stderr: '', sent: false }
  }
}

async function readBody(response: Response, stdout: KeptOutput): Promise<void> {
  if (response.body === null) return
  for await (const chunk of response.body) {
    stdout.add(chunk)
    if (stdout.bytes >= MOST_BYTES) return
  }
}

function sayStatus({ status, statusText, headers }: Response): string {
  const to = headers.get('location')
  const text = `the server answered ${status}${statusText === '' ? '' : ` ${statusText}`}`
  return status >= 300 && status < 400 && to !== null ? `${text}, a redirect to ${to}, which is not followed` : text
}

function sayCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}

/** Why it is not asked at all, or null. */
function refusal({ url, allowedHosts }: HttpRequest): string | null {
  if (!URL.canParse(url)) return `${url} is no URL`
  const { protocol, host, hostname } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return `${url} is neither http nor https`
  if (isThisMachine(hostname)) return null
  const allowed = allowedHosts.map((each) => each.toLowerCase())
  if (allowed.includes(host) || allowed.includes(hostname)) return null
  return `the host ${host} is not allowed: only this machine is, and hosts that are listed`
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

function headersOf({ headers, allowedEnvVars, env }: HttpRequest): Headers {
  const allowed = new Set(allowedEnvVars)
  const value = (name: string) => (allowed.has(name) ? (env[name] ?? '') : '')
  // No connection is kept: a hook asks seldom, and what is kept open has to be closed by somebody.
  const sent = new Headers({ 'content-type': 'application/json', connection: 'close' })
  for (const [name, text] of Object.entries(headers))
    sent.set(
      name,
      text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => value(braced ?? bare ?? '')),
    )
  return sent
}

function streamOf(text: string): CommandStream {
  return { ...EMPTY, text, bytes: Buffer.byteLength(text) }
}
