export * from './hooks/library'
export * from './processes'
export * from './tools'
