/**
 * Reads OTLP/JSON as a collector does: by the official definitions of the protocol, into bytes and back. What those do not know,
 * or know of another type, does not come back.
 */
import root from 'otlp-definitions/build/src/generated/root'

type Tree = null | boolean | number | string | readonly Tree[] | { readonly [key: string]: Tree }

interface MessageType {
  fromObject(value: Tree): unknown
  verify(value: unknown): string | null
  encode(message: unknown): { finish(): Uint8Array }
  decode(bytes: Uint8Array): unknown
  toObject(message: unknown, options: object): Tree
}

/** The request as it went in, and as it came out, both in one spelling: equal where nothing was lost. */
export interface ReadOtlp {
  readonly sent: Tree
  readonly received: Tree
}

export function readOtlp(text: string): ReadOtlp {
  const request = requestType()
  const sent = spell(JSON.parse(text, idsToBase64) as Tree)
  const message = request.fromObject(JSON.parse(text, idsToBase64) as Tree)
  const wrong = request.verify(message)
  if (wrong !== null) throw new Error(wrong)
  const decoded = request.decode(request.encode(message).finish())
  return { sent, received: spell(request.toObject(decoded, { longs: String, bytes: String })) }
}

function requestType(): MessageType {
  let at: unknown = root
  for (const name of 'opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest'.split('.'))
    at = at !== null && (typeof at === 'object' || typeof at === 'function') ? Reflect.get(at, name) : undefined
  return at as MessageType
}

/** OTLP departs from protobuf's JSON in this alone: ids are hex. */
function idsToBase64(key: string, value: unknown): unknown {
  const isId = ['traceId', 'spanId', 'parentSpanId'].includes(key)
  return isId && typeof value === 'string' ? Buffer.from(value, 'hex').toString('base64') : value
}

/** Numbers as text, and without what is as if it were not there: zero, the empty text, the empty list. */
function spell(tree: Tree): Tree {
  if (typeof tree === 'number') return String(tree)
  if (isList(tree)) return tree.map(spell)
  if (tree === null || typeof tree !== 'object') return tree
  const kept = Object.entries(tree).map(([key, value]) => [key, spell(value)] as const)
  return Object.fromEntries(kept.filter(([, value]) => value !== '0' && value !== '' && !isEmpty(value)))
}

function isList(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree)
}

function isEmpty(tree: Tree): boolean {
  return isList(tree) && tree.length === 0
}
