/** Skills as a page that any client can draw: those that can't be used with their fault. */
import type { PageDocument, PageRow } from '../page-document'
import type { FoundSkill } from './find-skills'

export interface SkillsShown {
  readonly found: readonly FoundSkill[]
  /** Names of those that the session was made ready with. */
  readonly ready: readonly string[]
  /** What of the workspace is not looked at, since nobody trusts it; empty where nothing is there. */
  readonly untrusted: readonly string[]
}

export function skillsPage({ found, ready, untrusted }: SkillsShown): PageDocument {
  return {
    title: 'Skills',
    empty:
      'There are no skills. One is a folder with a SKILL.md, in skills/ of Belay’s home or in .agents/skills of a workspace that you trust.',
    rows: [...untrusted.map(untrustedRow), ...found.map((skill) => rowOf(skill, ready.includes(skill.name)))].map(
      (row, at) => ({ ...row, id: `${at + 1}` }),
    ),
    actions: [],
    glance: null,
  }
}

type Row = Omit<PageRow, 'id'>

function untrustedRow(name: string): Row {
  return {
    text: name,
    badge: 'not trusted',
    tone: 'warning',
    detail: `Nothing in \`${name}\` of this workspace is read until you trust the folder: in the panel Extensions, or with \`belay trust\`.`,
  }
}

function rowOf({ name, description, folder, from, fault }: FoundSkill, ready: boolean): Row {
  if (fault !== null) return { text: name, badge: 'can’t be used', tone: 'bad', detail: `${fault}\n\n\`${folder}\`` }
  const later = ready ? '' : '\n\nIt came after this session was made ready: switch `skills` off and on to have it.'
  const detail = `${description}\n\n\`/${name}\` hands it to the model.${later}\n\n\`${folder}\``
  return { text: name, badge: ready ? from : 'new', tone: ready ? 'good' : 'neutral', detail }
}
