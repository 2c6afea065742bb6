export { createCommandRunner } from './create-command-runner'
export { postHook } from './http'
export { createThreadedRunner } from './thread/create-threaded-runner'
