export { type BoundedText, createBoundedBytes } from './bounded-bytes'
export { endGroup } from './end-group'
export { type ProgramEnd, type ProgramRequest, runProgram } from './run-program'
