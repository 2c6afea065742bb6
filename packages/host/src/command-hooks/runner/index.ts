export { createCommandRunner } from './create-command-runner'
export { postHook } from './http'
