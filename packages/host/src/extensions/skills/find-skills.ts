/**
 * Skills of the home folder, and of a workspace that a person trusts. Promises: never throws; one that can't be used is there with its fault, and stops no
 * other; what the workspace has goes before what the home has under the same name.
 */
import { readdirSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { isFolder } from '../../processes/is-folder'
import { readSkill, type SkillFacts } from './read-skill'

/** Below a workspace, the first one before the second. */
export const WORKSPACE_SKILLS = ['.agents/skills', '.claude/skills'] as const
const HOME_SKILLS = 'skills'
/** More are no catalogue that a model could choose from. */
const MOST_SKILLS = 200

export interface SkillPlace {
  readonly home: string
  readonly workspace: string
  readonly trusted: boolean
}

export interface FoundSkill extends SkillFacts {
  /** `workspace` or `home`. */
  readonly from: 'workspace' | 'home'
  /** Why it can't be used; null where it can. */
  readonly fault: string | null
}

/** By name; those with a fault last. */
export function findSkills(
  { home, workspace, trusted }: SkillPlace,
  reserved: readonly string[],
): readonly FoundSkill[] {
  const own = trusted ? WORKSPACE_SKILLS.flatMap((name) => skillsIn(workspace, name, 'workspace')) : []
  const all = [...own, ...skillsIn(home, HOME_SKILLS, 'home')]
  const used = new Set<string>()
  return all
    .map((skill) => {
      const fault = skill.fault ?? clash(skill.name, { used, reserved })
      if (fault === null) used.add(skill.name)
      return { ...skill, fault }
    })
    .sort((one, other) => Number(one.fault !== null) - Number(other.fault !== null) || (one.name < other.name ? -1 : 1))
}

interface Names {
  readonly used: ReadonlySet<string>
  readonly reserved: readonly string[]
}

function clash(name: string, { used, reserved }: Names): string | null {
  if (used.has(name)) return 'another skill of this name goes before it'
  return reserved.includes(name) ? `there is a command /${name} already: give it another name` : null
}

function skillsIn(root: string, below: string, from: FoundSkill['from']): readonly FoundSkill[] {
  const folder = join(root, below)
  return namesIn(folder).map((name) => {
    const path = join(folder, name)
    const nothing = { name, description: '', folder: path, from }
    // A checkout must not point at files of the person's; a person may keep skills elsewhere.
    if (from === 'workspace' && !isBelow(path, root))
      return { ...nothing, fault: 'its folder leads out of the workspace and is not read' }
    const read = readSkill(path)
    return read.ok ? { ...read.skill, from, fault: null } : { ...nothing, fault: read.fault }
  })
}

function namesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => !name.startsWith('.') && isFolder(join(folder, name)))
    return names.sort().slice(0, MOST_SKILLS)
  } catch {
    return []
  }
}

function isBelow(path: string, root: string): boolean {
  try {
    return realpathSync(path).startsWith(realpathSync(root) + sep)
  } catch {
    return false
  }
}
