/** Of V8's heap, in MiB. Enough for any request that a hook may hold, and an end to a leak. */
export const HEAP_MIB = 256
export const NURSERY_MIB = 32
/** With its buffers. More than any file that a hook reads whole, and little enough that the app goes on beside it. */
export const MOST_HELD_MIB = 512
/** Of the variable by which the programs of a call are found that its thread waits for. */
export const MARK_NAME = 'BELAY_HOOK_CALL'
