export { type BoundedText, createBoundedBytes } from './bounded-bytes'
export { endGroup } from './end-group'
export { makeFolder } from './make-folder'
export { type ProgramEnd, type ProgramRequest, runProgram } from './run-program'
