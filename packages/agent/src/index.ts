export * from './model'
export * from './ports'
export * from './tool'
