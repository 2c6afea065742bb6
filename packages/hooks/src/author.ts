/**
 * `@belay/hooks` as who writes hooks sees it, under the short names that read well in a program's files. The published
 * declaration file is made of this and of nothing else (`npm run types -w @belay/hooks`).
 */
export type { Json, JsonObject, PointId } from '@belay/trace'
export type { AnswerAt as Answer, CallChange, InputAt as Input, ModelChoice, RequestPatch } from './answer-types'
export type { HistoryTurn, LlmAnswer, ToolAnswer } from './callbacks'
export { defineHook, type HookDefinition } from './define-hook'
export type {
  HookCall as Call,
  HookFacts as Facts,
  HookReply as Reply,
  HookResult as Result,
  PointEvents as Events,
  Skill,
  TokenCount,
} from './events'
export type { RequestMessage as Message, RequestTool as Tool } from './request-types'
export type { Said } from './said'
export type { HookHistory, HookStore } from './session-words'
export type { Snapshot, T } from './snapshot'
