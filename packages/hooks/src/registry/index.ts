/** Hooks for an agent loop of one's own, in the shape of the Go `hook` package; see README.md beside this. */
export type { EventOf, EventType, Message, RegistryEvents, RegistryFunction, RegistryResult } from './events'
export type { HookOptions } from './pipeline-hooks'
export { type PreToolUse, Registry, type RegistryOptions, type Stop } from './registry'
