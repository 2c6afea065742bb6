export { capabilityNotice } from './capability-notice'
export type * from './contributed-hook'
export { defineExtension, type ExtensionDefinition } from './define-extension'
export { EMPTY, type Extension, type ExtensionPlace, type Managed, type Plugin, type SessionEvent } from './extension'
export type * from './model-upstream'
export type * from './page-document'
export { openedProvider, type Preparation, type PrepareParts, type PrepareRequest, prepare } from './prepare'
export type * from './prepared'
export { disable, enable, type Selectable, type Selection, selectionOf, unusable } from './selection'
export {
  type CommandArgument,
  type CommandContext,
  type CommandReply,
  readArgs,
  type SessionCommand,
  usage,
} from './session-command'
export { parseSections, readSections, SETTINGS_FILE, type Sections, type Settings, settingsOf } from './settings'
export { createWork, type WorkStore } from './work/work'
export { EMPTY_LIST, type WorkList, workList } from './work/work-list'
