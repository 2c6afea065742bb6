export { type ContentStore, createContentStore, hashOf } from './content-store'
export { lookAt, place, type Standing, type Wanted } from './standing'
