export * from './hooks/library'
