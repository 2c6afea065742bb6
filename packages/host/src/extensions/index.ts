export { capabilityNotice } from './capability-notice'
export { catalogOf, type FoundCatalog } from './catalog-of'
export { createCommands, type SessionCommands } from './commands/commands'
export { createContext, type NextRequest, type RequestPart } from './context/context'
export type * from './contributed-hook'
export { defineExtension, type ExtensionDefinition } from './define-extension'
export { EMPTY, type Extension, type ExtensionPlace, type Managed, type Plugin, type SessionEvent } from './extension'
export { createInstructions, INSTRUCTION_FILES } from './instructions/instructions'
export type * from './kept-value'
export { createMemory, type MemoryParts } from './memory/memory'
export { EMPTY_NOTES, type NoteList, noteList } from './memory/notes'
export type * from './model-upstream'
export { type PageAct, type PageCommand, pageCommand } from './page-command'
export type * from './page-document'
export { type ClipList, clipList, EMPTY_CLIPS } from './paperclips/clips'
export { type ClipParts, createPaperclips } from './paperclips/paperclips'
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
export { WORKSPACE_SKILLS } from './skills/find-skills'
export { createSkills } from './skills/skills'
export { createWork, type WorkStore } from './work/work'
export { EMPTY_LIST, type WorkList, workList } from './work/work-list'
