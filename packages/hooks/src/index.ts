export * from './events'
export * from './hook'
