/**
 * Rules about commits and pushes. Promises: looks at the repository as it is before the command and changes nothing there;
 * what git could not say in time counts against the commit.
 */
import { defineHook, type HookDefinition } from '@belay/hooks'
import { z } from 'zod'
import { askGit } from '../ask-git'
import { boundedTest, regexProblem } from '../bounded-regex'
import { whatCallRuns } from '../commands/call-command'
import { readGitCall } from '../commands/git-call'
import { matchesGlob } from '../commands/glob'
import { commandOf } from '../paths/argument-paths'
import { whereItRuns } from '../paths/where-it-runs'
import { FoundSecrets } from '../secrets/find-secrets'
import { secretValues } from '../secrets/secret-names'
import { foldersBehind } from './behind-folders'
import { largeFiles, searchContent } from './commit-content'
import { type Committing, checksOut, type Pushing, readCommitOrPush, stagesMore } from './commit-rules'
import { withSignal } from './with-signal'
import type { BuiltInWorld } from './world'

const branch = z
  .string()
  .trim()
  .regex(/^[^\s~^:?[\\]+$/, 'a branch is a name such as `main` or `release/*`')

const regex = z.string().superRefine((text, context) => {
  const problem = regexProblem(text)
  if (problem !== null) context.addIssue({ code: 'custom', message: problem })
})

const params = z.strictObject({
  branches: z
    .array(branch)
    .max(100)
    .default(['main', 'master'])
    .describe('Branches that get no commit and no push: names, `*` for anything (`release/*`). None: all are free.'),
  message: regex
    .default('')
    .describe('A JavaScript regular expression that the message of a commit must match. Empty: any message.'),
  noVerify: z
    .enum(['refuse', 'allow'])
    .default('refuse')
    .describe("What becomes of `--no-verify`, which leaves out the repository's own checks."),
  force: z
    .enum(['refuse', 'lease', 'allow'])
    .default('refuse')
    .describe(
      'What becomes of pushes that replace what is there: `refuse` them, allow those with a `lease`, or `allow`.',
    ),
  largestMb: z
    .number()
    .min(0)
    .max(100_000)
    .default(5)
    .describe('Megabytes that no file of a commit may exceed; 0: any size.'),
  secrets: z
    .boolean()
    .default(true)
    .describe('Whether lines that a commit adds are searched for keys, tokens and passwords.'),
  otherwise: z
    .enum(['block', 'ask'])
    .default('block')
    .describe('What becomes of what is against these rules: `block` it, or `ask` the person.'),
  advice: z
    .string()
    .default('Mend that and try again, or say what you need.')
    .describe('What the model is told to do instead, where it is blocked.'),
})

type Params = z.output<typeof params>

/** The exit code of a git that finds none. */
const NO_REPOSITORY = 128
const MEGABYTE = 1_000_000
/** What a refusal names. */
const MOST_NAMED = 5
/** Folders that a git may run in; more are not asked about one by one. */
const MOST_FOLDERS = 5

export function commitGuard(world: BuiltInWorld): HookDefinition {
  const values = secretValues(world.environment)
  return withSignal((signal) =>
    defineHook({
      name: 'commit-guard',
      description:
        'Refuses commits on protected branches, with messages that do not fit, files that are too large or secrets; `--no-verify`; and pushes that replace what is there.',
      points: ['tools.before'],
      params,
      recheck: true,
      async run(t, { call }) {
        const command = commandOf(call)
        // A first look, which costs nothing: most commands are none of git's.
        if (command === null || !/git/.test(`${command.command} ${command.stdin ?? ''}`)) return t.useDefault
        const running = whatCallRuns(command)
        const place = { workspace: t.workspace, home: world }
        const { placed, isLost } = whereItRuns(running, command, place)
        const judge = new Judge(t.params, { world, signal: signal(), values })
        for (const { invocation, folders } of placed)
          if (invocation.program === 'git') await judge.git(invocation.args, folders)
        if (running.unread !== null) judge.against.push(`it could not be read, since it ${running.unread}`)
        if (isLost && judge.isAsked) judge.against.push('it may run in too many folders')
        if (judge.against.length === 0) return t.useDefault
        const said = [...new Set(judge.against)].join('; ')
        if (t.params.otherwise === 'ask') return t.ask(`Let this call go against the rules for commits: ${said}?`)
        return t.deny(`This is against the rules for commits here: ${said}. ${t.params.advice}`.trim())
      },
    }),
  )
}

interface JudgeWorld {
  readonly world: BuiltInWorld
  readonly signal: AbortSignal
  readonly values: ReadonlyMap<string, string>
}

/** One command, its gits one after another. */
class Judge {
  /** What is against the rules, as parts of a sentence. */
  readonly against: string[] = []
  /** Whether a commit or a push was among them. */
  isAsked = false
  /** What an earlier git of the command checks out, or adds. */
  private branch: string | null = null
  private more = false

  constructor(
    private readonly params: Params,
    private readonly around: JudgeWorld,
  ) {}

  async git(words: readonly string[], folders: readonly string[]): Promise<void> {
    const call = readGitCall(words)
    const { name, args, settings } = call
    this.branch = checksOut(name, args) ?? this.branch
    this.more ||= stagesMore(name)
    for (const folder of foldersBehind(call, folders).slice(0, MOST_FOLDERS)) {
      const does = readCommitOrPush(name, args, folder)
      if (does === null) return
      this.isAsked = true
      const skips = does.noVerify || settings.some((setting) => /^core\.hookspath=/i.test(setting))
      if (skips && this.params.noVerify === 'refuse') this.against.push("it leaves out the repository's own checks")
      if (does.does === 'push') await this.push(does, folder)
      else await this.commit(does, folder)
    }
  }

  private async commit({ name, message, takesMore }: Committing, folder: string): Promise<void> {
    const { isThere, branch } = await this.current(folder)
    if (!isThere) return
    if (branch !== null && this.isProtected(branch)) this.against.push(`\`${branch}\` gets no commits`)
    this.checkMessage(message)
    if (name !== 'commit') return
    const { world, signal } = this.around
    const asked = { folder, more: takesMore || this.more, world, signal }
    if (this.params.largestMb > 0) await this.checkSizes(asked)
    if (this.params.secrets) await this.checkSecrets(asked)
  }

  private checkMessage(message: Committing['message']): void {
    const { message: pattern } = this.params
    if (pattern === '' || message === undefined) return
    if (message === null) this.against.push('its message can’t be told: give it with `-m`')
    else if (!boundedTest(new RegExp(pattern), message)) this.against.push(`its message does not match \`${pattern}\``)
  }

  private async checkSizes(asked: Parameters<typeof largeFiles>[0]): Promise<void> {
    const { largestMb } = this.params
    const large = await largeFiles(asked, largestMb * MEGABYTE)
    if (!large.ok) return this.unsaid(large.why)
    const named = large.value.slice(0, MOST_NAMED).map(({ path, bytes }) => `\`${path}\` has ${shownMb(bytes)} MB`)
    const more = large.value.length - named.length
    if (named.length > 0)
      this.against.push(`${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}, and ${largestMb} are the most`)
  }

  private async checkSecrets(asked: Parameters<typeof searchContent>[0]): Promise<void> {
    const found = new FoundSecrets({ assignments: true, values: this.around.values })
    const searched = await searchContent(asked, found)
    if (!searched.ok) return this.unsaid(searched.why)
    if (!found.isEmpty) this.against.push(`it would add what looks like a secret (${found.said()})`)
  }

  private async push({ force, branches, all }: Pushing, folder: string): Promise<void> {
    const rule = this.params.force
    if (force === 'yes' && rule !== 'allow') this.against.push('it would replace what is there')
    if (force === 'lease' && rule === 'refuse') this.against.push('it would replace what is there')
    if (this.params.branches.length === 0) return
    if (all) {
      this.against.push('it would push to every branch, also those that get no push')
      return
    }
    const asked =
      branches?.includes('HEAD') === false ? branches : [...(branches ?? []), ...(await this.followed(folder))]
    for (const name of asked) if (this.isProtected(name)) this.against.push(`\`${name}\` gets no pushes`)
  }

  /** Where a push goes that names no branch: the one that is checked out, and the one that it follows. */
  private async followed(folder: string): Promise<readonly string[]> {
    const { branch } = await this.current(folder)
    const { world, signal } = this.around
    const args = ['rev-parse', '--abbrev-ref', '--symbolic-full-name', '@{push}']
    const answer = await askGit(world, { folder, args, signal })
    const upstream = answer.ok && answer.code === 0 ? answer.text.trim().replace(/^[^/]*\//, '') : null
    return [branch, upstream].filter((name) => name !== null)
  }

  /** The branch is null where none is checked out. Without a repository git says so itself. */
  private async current(folder: string): Promise<{ readonly isThere: boolean; readonly branch: string | null }> {
    const { world, signal } = this.around
    const answer = await askGit(world, { folder, args: ['symbolic-ref', '--short', '-q', 'HEAD'], signal })
    if (!answer.ok) this.unsaid(answer.why)
    const isThere = answer.ok && answer.code !== NO_REPOSITORY
    const now = answer.ok && answer.code === 0 ? answer.text.trim() : null
    return { isThere, branch: this.branch ?? now }
  }

  private isProtected(name: string): boolean {
    return this.params.branches.some((pattern) => matchesGlob(pattern, name))
  }

  private unsaid(why: string): void {
    this.against.push(`git ${why}`)
  }
}

function shownMb(bytes: number): string {
  return String(Math.round(bytes / (MEGABYTE / 10)) / 10)
}
