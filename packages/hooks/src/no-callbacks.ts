import type { CallbackPort } from './callbacks'

/** Where hooks are asked with no session behind them. */
export const noCallbacks: CallbackPort = () => Promise.reject(new Error('there is no session behind this asking'))
