export * from './hooks/library'
export * from './processes'
export * from './providers'
export * from './tools'
