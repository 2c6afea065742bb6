/** `npm run bench`: figures beside a named peer or a physical limit in the same run. Nothing here passes or fails. */
import { benchCommandHooks } from './command-hooks'
import { benchDispatch } from './dispatch'
import { benchHookWorker } from './hook-worker'
import { benchVerdictToPixels } from './verdict-to-pixels'

await benchDispatch()
await benchHookWorker()
await benchCommandHooks()
await benchVerdictToPixels()
