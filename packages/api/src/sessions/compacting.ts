import type { Compacting } from '../contract/compacting'
import { OperationError } from '../operations'
import type { Sessions } from './sessions'

export function compacting({ sessions }: { readonly sessions: Sessions }): Compacting {
  return {
    async compact(id) {
      const done = await sessions.runner(id).compact()
      if (!done.ok)
        throw new OperationError('conflict', `The conversation was not summed up: ${done.reason}. It stays as it was.`)
      const { rows, tokensBefore, tokensAfter } = done
      return { rows, tokensBefore, tokensAfter }
    },
  }
}
