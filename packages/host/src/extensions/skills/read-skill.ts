/**
 * Reads one skill of the Agent Skills format: a folder with a `SKILL.md` that begins with YAML. Promises: never throws; what is wrong is a sentence with
 * its line; nothing outside of the folder is read, whichever way a link leads.
 */
import { type Dirent, readdirSync, realpathSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { issueWords } from '@belay/hooks'
import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { readRegular } from '../../processes/read-regular'

export const SKILL_FILE = 'SKILL.md'
/** The format asks for less than 5,000 tokens; a file of a megabyte is something else. */
const MOST_BYTES = 262_144

/** Unknown keys are left alone: other programs have some of their own. */
const frontMatter = z.object({
  name: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and single dashes'),
  description: z
    .string()
    .max(1_024)
    .refine((text) => text.trim() !== '', 'must not be blank'),
})

export interface SkillFacts {
  readonly name: string
  readonly description: string
  /** Its folder by its real path. */
  readonly folder: string
}

export type SkillRead =
  | { readonly ok: true; readonly skill: SkillFacts; readonly body: string }
  | { readonly ok: false; readonly fault: string }

export function readSkill(folder: string): SkillRead {
  const inside = fileIn(folder, SKILL_FILE)
  if (!inside.ok) return { ok: false, fault: inside.fault }
  const read = readRegular(inside.path, MOST_BYTES)
  if (!read.ok) return { ok: false, fault: `${SKILL_FILE}: ${read.reason}` }
  const text = read.bytes.toString('utf8').replace(/^\uFEFF/, '')
  const parts = /^---[ \t]*\r?\n(.*?)^---[ \t]*(?:\r?\n|$)(.*)$/ms.exec(text)
  if (parts === null) return { ok: false, fault: `${SKILL_FILE}:1: it must begin with YAML between two lines of ---` }
  const [, head = '', body = ''] = parts
  const facts = readHead(head)
  if (!facts.ok) return facts
  const { name, description } = facts.head
  if (name !== basename(folder))
    return { ok: false, fault: `${SKILL_FILE}: its name ${name} is not that of its folder, ${basename(folder)}` }
  return { ok: true, skill: { name, description: description.trim(), folder: inside.folder }, body: body.trim() }
}

type Head =
  | { readonly ok: true; readonly head: z.infer<typeof frontMatter> }
  | { readonly ok: false; readonly fault: string }

function readHead(text: string): Head {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [wrong] = document.errors
  // The first line of the file is the one of dashes.
  if (wrong !== undefined)
    return { ok: false, fault: `${SKILL_FILE}:${lines.linePos(wrong.pos[0]).line + 1}: ${wrong.message}` }
  const read = frontMatter.safeParse(plain(() => document.toJS({ maxAliasCount: 0 })))
  if (read.success) return { ok: true, head: read.data }
  const [issue] = read.error.issues
  const where = issue === undefined || issue.path.length === 0 ? 'its YAML' : issue.path.join('.')
  return { ok: false, fault: `${SKILL_FILE}: ${where}: ${wordsOf(issue?.message ?? 'is wrong')}` }
}

function wordsOf(message: string): string {
  return issueWords(message) ?? message
}

/** An alias that would grow without end is as good as no value. */
function plain(make: () => unknown): unknown {
  try {
    return make()
  } catch {
    return null
  }
}

export type FileIn =
  | { readonly ok: true; readonly path: string; readonly folder: string }
  | { readonly ok: false; readonly fault: string }

/** The real path of a file below a folder. */
export function fileIn(folder: string, name: string): FileIn {
  try {
    const root = realpathSync(folder)
    const path = realpathSync(join(root, name))
    if (path.startsWith(root + sep)) return { ok: true, path, folder: root }
    return { ok: false, fault: `${name} leads out of the skill’s folder and is not read` }
  } catch {
    return { ok: false, fault: `there is no ${name}` }
  }
}

/** Files that come with a skill, by their names below its folder; links and folders that can't be read are left out. */
export function filesOf(folder: string, most: number): readonly string[] {
  const found: string[] = []
  const walk = (below: string) => {
    for (const entry of entriesIn(join(folder, below))) {
      if (found.length >= most) return
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory() && !entry.name.startsWith('.')) walk(name)
      else if (entry.isFile() && name !== SKILL_FILE) found.push(name)
    }
  }
  walk('')
  return found.sort()
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // It may not be looked into, or went meanwhile: the others count.
    return []
  }
}
