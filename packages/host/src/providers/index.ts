export { type LoadedScript, loadScript, parseScript } from './load-script'
export { createProviderSource, type ModelSource, type ProviderSourceOptions } from './provider-source'
export type { Script, ScriptStep } from './script'
export { createScriptedProvider, SCRIPTED } from './scripted'
