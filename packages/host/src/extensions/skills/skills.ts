/**
 * The extension `skills`: Agent Skills. What they are called and for stands in every request; what one says is read when it is wanted. Promises: nothing
 * of a skill is run; a person's call is one turn, a model's call is its text.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readRegular } from '../../processes/read-regular'
import { defineTool, FREE, failed, ok } from '../../tools/define-tool'
import { defineExtension } from '../define-extension'
import { EMPTY, type Extension, type ExtensionPlace, type Managed } from '../extension'
import { pageCommand } from '../page-command'
import type { SessionCommand } from '../session-command'
import { type FoundSkill, findSkills, WORKSPACE_SKILLS } from './find-skills'
import { fileIn, filesOf, readSkill, SKILL_FILE } from './read-skill'
import { skillsPage } from './skills-page'

/** About 4,000 tokens of every request. */
const MOST_BLOCK = 16_000
/** About 12,000 tokens, as a read of a file has. */
const MOST_CHARS = 50_000
const MOST_BYTES = 1_048_576
const MOST_FILES = 200

/** `reserved` are names of commands that no skill can have. */
export function createSkills(reserved: readonly string[]): Extension {
  return defineExtension({
    name: 'skills',
    description: 'Agent Skills of yours, and of a workspace that you trust.',
    requires: ['commands'],
    plugins: [{ kind: 'managed', prepare: async (place) => managed(place, [...reserved, 'skills']) }],
  })
}

function managed(place: ExtensionPlace, reserved: readonly string[]): Managed {
  const usable = findSkills(place, reserved).filter(({ fault }) => fault === null)
  const page = pageCommand({
    name: 'skills',
    description: 'Skills that this session has, and those that can’t be used.',
    actions: [],
    page: () =>
      skillsPage({
        found: findSkills(place, reserved),
        ready: usable.map(({ name }) => name),
        untrusted: place.trusted ? [] : WORKSPACE_SKILLS.filter((name) => existsSync(join(place.workspace, name))),
      }),
    act: () => '',
  })
  return {
    ...EMPTY,
    contexts: usable.length === 0 ? [] : [{ name: 'skills', text: blockOf(usable) }],
    tools: usable.length === 0 ? [] : [readTool(usable)],
    commands: [page, ...usable.map(commandOf)],
  }
}

function blockOf(skills: readonly FoundSkill[]): string {
  let room = MOST_BLOCK
  const lines = skills.map(({ name, description }) => `- ${name}: ${description.replace(/\s+/g, ' ')}`)
  const fitting = lines.filter((line) => {
    room -= line.length + 1
    return room >= 0
  })
  const left = lines.length - fitting.length
  const more = left === 0 ? [] : [`${left} more are not shown: the person names them.`]
  return ['Skills: read one with skills.read before work that it is for.', ...fitting, ...more].join('\n')
}

function readTool(skills: readonly FoundSkill[]) {
  return defineTool({
    name: 'skills.read',
    description: 'What a skill says; with a file, that file of its folder.',
    readOnly: true,
    schema: z.strictObject({
      name: z.string().describe('The skill.'),
      file: z.string().optional().describe(`A file of its folder; ${SKILL_FILE} where absent.`),
    }),
    ...{ subject: ({ name, file }) => (file === undefined ? name : `${name}/${file}`), need: () => FREE },
    run: async ({ name, file }) => {
      const skill = skills.find((one) => one.name === name)
      if (skill === undefined)
        return failed(`There is no skill ${name}; there are ${skills.map((one) => one.name).join(', ')}.`)
      const read = file === undefined ? activation(skill) : fileText(skill, file)
      return read.ok ? ok(read.text) : failed(read.fault)
    },
  })
}

type Text = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly fault: string }

/** What a skill says, and what lies beside it. */
function activation({ folder, name }: FoundSkill): Text {
  const read = readSkill(folder)
  if (!read.ok) return { ok: false, fault: `The skill ${name} can’t be read: ${read.fault}.` }
  const files = filesOf(folder, MOST_FILES)
  const beside =
    files.length === 0 ? '' : `\n\nFiles of the skill, in ${folder}:\n${files.map((one) => `- ${one}`).join('\n')}`
  return { ok: true, text: `${cut(read.body)}${beside}` }
}

function fileText({ folder, name }: FoundSkill, file: string): Text {
  const inside = fileIn(folder, file)
  if (!inside.ok) return { ok: false, fault: `${name}: ${inside.fault}.` }
  const read = readRegular(inside.path, MOST_BYTES)
  return read.ok
    ? { ok: true, text: cut(read.bytes.toString('utf8')) }
    : { ok: false, fault: `${file}: ${read.reason}.` }
}

function cut(text: string): string {
  const left = text.length - MOST_CHARS
  return left <= 0 ? text : `${text.slice(0, MOST_CHARS)}\n[${left} more characters are left out]`
}

function commandOf(skill: FoundSkill): SessionCommand {
  const { name, description } = skill
  return {
    ...{ name, description, page: false, forModels: true },
    args: [{ name: 'task', description: 'What to use it for.', optional: true, choices: null }],
    run: async ([task]) => {
      const read = activation(skill)
      if (!read.ok) throw new Error(read.fault)
      const about = task === undefined ? '' : `\n\nThe task: ${task}`
      return {
        kind: 'prompt',
        text: `Use the skill ${name}.\n\n<skill name="${name}">\n${read.text}\n</skill>${about}`,
      }
    },
  }
}
