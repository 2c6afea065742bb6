export * from './operations'
