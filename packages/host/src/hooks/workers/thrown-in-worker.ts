import { HookFailure } from '@belay/hooks'

/** What the code threw, with the stack as the worker saw it. */
export class ThrownInWorker extends HookFailure {
  constructor(
    kind: HookFailure['kind'],
    message: string,
    readonly workerStack: string,
  ) {
    super(kind, message)
  }
}
