/** Identifiers are strings with a brand, so that a call's id cannot stand where a span's is meant. */
declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

export type SessionId = Branded<'session'>
export type TurnId = Branded<'turn'>
export type SpanId = Branded<'span'>
export type CallId = Branded<'call'>
export type QuestionId = Branded<'question'>
export type AttachmentId = Branded<'attachment'>

/** Mint a branded id from text that is known to be one: at a parser, an id source or a database row. */
export const sessionId = (text: string): SessionId => text as SessionId
export const turnId = (text: string): TurnId => text as TurnId
export const spanId = (text: string): SpanId => text as SpanId
export const callId = (text: string): CallId => text as CallId
export const questionId = (text: string): QuestionId => text as QuestionId
export const attachmentId = (text: string): AttachmentId => text as AttachmentId

/** A source of fresh ids. The real one is random; tests count. */
export interface IdSource {
  next(prefix: 'ses' | 'trn' | 'spn' | 'cal' | 'qst' | 'att' | 'inp'): string
}
