import type { Invocation, Running } from './unwrap'

const NOTHING = { steps: [], mayStart: [], outputs: [], inputs: [], scripts: [], unseen: [], unread: null }

/** These programs and nothing else, for patterns that are to be held against a part of a command. */
export function runningAlone(invocations: readonly Invocation[]): Running {
  return { ...NOTHING, invocations }
}
