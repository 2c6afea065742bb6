/** Skills on a real disk: found, read, called by a person and by a model, and refused where they must be. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { callId, sessionId } from '@belay/trace'
import { afterEach, describe, expect, it } from 'vitest'
import { findSkills } from './find-skills'
import { createSkills } from './skills'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function folder(files: Readonly<Record<string, string>> = {}): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'belay-skills-')))
  folders.push(made)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(made, name)), { recursive: true })
    writeFileSync(join(made, name), text)
  }
  return made
}

const skill = (name: string, description = `what ${name} is for`, body = `How to ${name}.`) =>
  `---\nname: ${name}\ndescription: ${description}\nlicense: MIT\n---\n\n${body}\n`

const faultOf = (files: Readonly<Record<string, string>>) =>
  findSkills({ home: folder(files), workspace: folder(), trusted: true }, ['work'])[0]?.fault

describe('a skill that is named with its fault', () => {
  it.each<[string, string, string, string]>([
    ['has no YAML', 'a', 'Just text.', 'SKILL.md:1: it must begin with YAML between two lines of ---'],
    ['has no end of it', 'a', '---\nname: a\n', 'SKILL.md:1: it must begin with YAML between two lines of ---'],
    ['has another name than its folder', 'a', skill('b'), 'SKILL.md: its name b is not that of its folder, a'],
    ['is named in capitals', 'A', skill('A'), 'SKILL.md: name: must be small letters, digits and single dashes'],
    ['has no description', 'a', '---\nname: a\n---\n', 'SKILL.md: description: '],
    ['describes itself without end', 'a', skill('a', 'x'.repeat(1_025)), 'SKILL.md: description: '],
    ['is no mapping', 'a', '---\n- name\n---\n', 'SKILL.md: its YAML: '],
    ['has a mistake in its YAML', 'a', '---\nname: a\ndescription: "open\n---\n', 'SKILL.md:'],
    ['is named like a command', 'work', skill('work'), 'there is a command /work already: give it another name'],
  ])('%s', (_, name, text, fault) => {
    expect(faultOf({ [`skills/${name}/SKILL.md`]: text })).toContain(fault)
  })

  it('is one that has no file', () => {
    expect(faultOf({ 'skills/a/other.md': '' })).toBe('there is no SKILL.md')
  })

  it('is one whose file leads out of its folder', () => {
    const home = folder({ 'secret.md': skill('a') })
    mkdirSync(join(home, 'skills/a'), { recursive: true })
    symlinkSync(join(home, 'secret.md'), join(home, 'skills/a/SKILL.md'))
    expect(findSkills({ home, workspace: folder(), trusted: true }, [])).toMatchObject([
      { name: 'a', fault: 'SKILL.md leads out of the skill’s folder and is not read' },
    ])
  })

  it('is one of a workspace whose folder leads out of it; a person’s own may lie elsewhere', () => {
    const elsewhere = folder({ 'a/SKILL.md': skill('a') })
    const [home, workspace] = [folder(), folder()]
    for (const root of [join(home, 'skills'), join(workspace, '.agents/skills')]) {
      mkdirSync(root, { recursive: true })
      symlinkSync(join(elsewhere, 'a'), join(root, 'a'))
    }
    expect(findSkills({ home, workspace, trusted: true }, [])).toMatchObject([
      { from: 'home', fault: null },
      { from: 'workspace', fault: 'its folder leads out of the workspace and is not read' },
    ])
  })
})

it('is not taken along by what lies beside it and can’t be followed', () => {
  const home = folder({ 'skills/a/SKILL.md': skill('a'), 'skills/b.md': 'no folder' })
  symlinkSync(join(home, 'skills/loop'), join(home, 'skills/loop'))
  symlinkSync(join(home, 'nowhere'), join(home, 'skills/gone'))
  expect(findSkills({ home, workspace: folder(), trusted: true }, [])).toMatchObject([{ name: 'a', fault: null }])
})

describe('of a workspace', () => {
  const files = { '.agents/skills/a/SKILL.md': skill('a', 'here'), '.claude/skills/b/SKILL.md': skill('b') }

  it('nothing is found until it is trusted', () => {
    const place = { home: folder({ 'skills/a/SKILL.md': skill('a', 'home') }), workspace: folder(files) }
    expect(findSkills({ ...place, trusted: false }, [])).toMatchObject([{ name: 'a', from: 'home', fault: null }])
    expect(findSkills({ ...place, trusted: true }, [])).toMatchObject([
      { name: 'a', description: 'here', from: 'workspace', fault: null },
      { name: 'b', fault: null },
      { name: 'a', from: 'home', fault: 'another skill of this name goes before it' },
    ])
  })
})

async function ready(files: Readonly<Record<string, string>>, trusted = true) {
  const [plugin] = createSkills(['work']).plugins
  if (plugin?.kind !== 'managed') throw new Error('it is managed')
  const { signal } = new AbortController()
  const home = folder(files)
  const place = {
    session: sessionId('s'),
    workspace: folder({ '.agents/skills/b/SKILL.md': skill('b') }),
    home,
    signal,
  }
  const made = await plugin.prepare({ ...place, trusted, settings: {} })
  const context = { ...place, note: () => undefined }
  const keeper = { changing: async () => () => undefined }
  const [tool] = made.tools
  return {
    made,
    home,
    read: (args: { readonly name: string; readonly file?: string }) =>
      tool?.run(args, { ...context, turn: null, call: callId('c'), files: keeper }),
    type: async (name: string, ...args: readonly string[]) => {
      const command = made.commands.find((one) => one.name === name) ?? expect.fail(`no /${name}`)
      return command.run(args, context)
    },
  }
}

const DEPLOY = {
  'skills/deploy/SKILL.md': skill('deploy', 'Ships it.', 'Run scripts/ship.'),
  'skills/deploy/scripts/ship': 'echo ship',
  'skills/bad/SKILL.md': 'nothing',
  'outside.txt': 'a secret',
}

it('stands in requests by its name and purpose alone; what it says is read when it is wanted', async () => {
  const { made, read } = await ready(DEPLOY)
  expect(made.contexts.map(({ text }) => text)).toEqual([
    'Skills: read one with skills.read before work that it is for.\n- b: what b is for\n- deploy: Ships it.',
  ])
  const said = await read({ name: 'deploy' })
  expect(said).toMatchObject({ isError: false, content: expect.stringContaining('Run scripts/ship.') })
  expect(said?.content).toContain('- scripts/ship')
  expect(await read({ name: 'deploy', file: 'scripts/ship' })).toMatchObject({ content: 'echo ship' })
})

it('is read without a folder of its own that can’t be', async () => {
  const { home, read } = await ready(DEPLOY)
  const [cwd, name] = [join(home, 'skills/deploy'), 'x'.repeat(200)]
  // Deeper than a path can be written.
  const dig = `for (let at = 0; at < 30; at++) { fs.mkdirSync('${name}'); process.chdir('${name}') }`
  execFileSync(process.execPath, ['-e', dig], { cwd })
  const said = await read({ name: 'deploy' })
  execFileSync('rm', ['-rf', name], { cwd })
  expect(said).toMatchObject({ isError: false, content: expect.stringContaining('- scripts/ship') })
})

it.each([
  ['../../outside.txt', 'deploy: ../../outside.txt leads out of the skill’s folder and is not read.'],
  ['/etc/hostname', 'deploy: there is no /etc/hostname.'],
  ['none.md', 'deploy: there is no none.md.'],
  ['scripts', 'scripts: it is a folder.'],
])('its file %s is not read', async (file, content) => {
  const { read } = await ready(DEPLOY)
  expect(await read({ name: 'deploy', file })).toMatchObject({ isError: true, content })
})

it('is one message of the person where the person calls it', async () => {
  const { type } = await ready(DEPLOY)
  expect(await type('deploy', 'to staging')).toEqual({
    kind: 'prompt',
    text: expect.stringMatching(
      /^Use the skill deploy\.\n\n<skill name="deploy">\nRun scripts\/ship\..*The task: to staging$/s,
    ),
  })
})

it('says on its page what can not be used and why, what is new, and what is not trusted', async () => {
  const { type, home } = await ready(DEPLOY, false)
  mkdirSync(join(home, 'skills/late'))
  writeFileSync(join(home, 'skills/late/SKILL.md'), skill('late'))
  expect(await type('skills')).toMatchObject({
    page: {
      rows: [
        { text: '.agents/skills', badge: 'not trusted', tone: 'warning' },
        { text: 'deploy', badge: 'home', tone: 'good' },
        { text: 'late', badge: 'new' },
        { text: 'bad', badge: 'can’t be used', tone: 'bad', detail: expect.stringContaining('SKILL.md:1') },
      ],
    },
  })
})

it('brings nothing but its page where there is none', async () => {
  const { made } = await ready({}, false)
  expect([made.contexts, made.tools, made.commands.map(({ name }) => name)]).toEqual([[], [], ['skills']])
})
