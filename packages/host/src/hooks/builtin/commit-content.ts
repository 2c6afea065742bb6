/**
 * What a commit would hold, as git says: files that are too large, secrets among the lines that it adds. Promises: bounded;
 * what could not be looked at is said, never taken for fine.
 */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { askGit, type GitAnswer } from '../ask-git'
import type { FoundSecrets } from '../secrets/find-secrets'
import type { BuiltInWorld } from './world'

/** About half a second of searching. */
const MOST_DIFF_BYTES = 4_194_304
const MOST_LIST_BYTES = 4_194_304
const DIFF = ['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--diff-filter=ACMRT']

export interface ContentAsked {
  readonly folder: string
  /** Also what is changed and not staged, and new files. */
  readonly more: boolean
  readonly world: Pick<BuiltInWorld, 'run' | 'environment'>
  readonly signal: AbortSignal
}

export interface LargeFile {
  readonly path: string
  readonly bytes: number
}

/** A list, or why git could not say, as the end of a sentence that begins with "git". */
export type Said<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string }

export async function largeFiles(asked: ContentAsked, mostBytes: number): Promise<Said<readonly LargeFile[]>> {
  const staged = await stagedSizes(asked)
  if (!staged.ok || !asked.more) return onlyLarge(staged, mostBytes)
  const listed = await changedFiles(asked)
  if (!listed.ok) return listed
  const sized = listed.value.flatMap(({ root, path }) => {
    const stat = statSync(resolve(root, path), { throwIfNoEntry: false })
    return stat?.isFile() === true ? [{ path, bytes: stat.size }] : []
  })
  return onlyLarge({ ok: true, value: [...staged.value, ...sized] }, mostBytes)
}

function onlyLarge(said: Said<readonly LargeFile[]>, mostBytes: number): Said<readonly LargeFile[]> {
  return said.ok ? { ok: true, value: said.value.filter(({ bytes }) => bytes > mostBytes) } : said
}

/** `:mode mode hash hash status`, and the path. */
const RAW = /^:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) [A-Z]\d*$/

async function stagedSizes(asked: ContentAsked): Promise<Said<readonly LargeFile[]>> {
  const raw = await text(asked, [...DIFF, '--cached', '--raw', '-z', '--no-abbrev', '--no-renames'], MOST_LIST_BYTES)
  if (!raw.ok) return raw
  const parts = raw.value.split('\0')
  const files = parts.flatMap((part, at) => {
    const [, mode, hash] = RAW.exec(part) ?? []
    // A submodule has no content of its own.
    return hash === undefined || mode === '160000' ? [] : [{ hash, path: parts[at + 1] ?? '' }]
  })
  if (files.length === 0) return { ok: true, value: [] }
  const stdin = `${files.map(({ hash }) => hash).join('\n')}\n`
  const sizes = await text({ ...asked, stdin }, ['cat-file', '--batch-check=%(objectsize)'], MOST_LIST_BYTES)
  if (!sizes.ok) return sizes
  const lines = sizes.value.split('\n')
  return { ok: true, value: files.map(({ path }, at) => ({ path, bytes: Number(lines[at]) })) }
}

interface Changed {
  readonly root: string
  readonly path: string
}

async function changedFiles(asked: ContentAsked): Promise<Said<readonly Changed[]>> {
  const root = await text(asked, ['rev-parse', '--show-toplevel'], 10_000)
  if (!root.ok) return root
  const at = { ...asked, folder: root.value.trim() }
  const changed = await text(at, [...DIFF, '--name-only', '-z'], MOST_LIST_BYTES)
  const untracked = await text(at, ['ls-files', '--others', '--exclude-standard', '-z'], MOST_LIST_BYTES)
  if (!changed.ok) return changed
  if (!untracked.ok) return untracked
  const paths = `${changed.value}\0${untracked.value}`.split('\0').filter((path) => path !== '')
  return { ok: true, value: paths.map((path) => ({ root: at.folder, path })) }
}

/** Adds what it finds. */
export async function searchContent(asked: ContentAsked, found: FoundSecrets): Promise<Said<null>> {
  const diffs = asked.more ? [['--cached'], []] : [['--cached']]
  for (const which of diffs) {
    const diff = await text(asked, [...DIFF, '-U0', ...which], MOST_DIFF_BYTES)
    if (!diff.ok) return diff
    found.in(addedLines(diff.value))
  }
  return asked.more ? searchNew(asked, found) : { ok: true, value: null }
}

/** New files are in no diff: they are compared with nothing. */
async function searchNew(asked: ContentAsked, found: FoundSecrets): Promise<Said<null>> {
  const untracked = await text(asked, ['ls-files', '--others', '--exclude-standard', '-z'], MOST_LIST_BYTES)
  if (!untracked.ok) return untracked
  const paths = untracked.value.split('\0').filter((path) => path !== '')
  if (paths.length > MOST_NEW) return { ok: false, why: `found ${paths.length} new files, too many to be searched` }
  for (const path of paths) {
    // 1: they differ.
    const diff = await text(asked, [...DIFF, '-U0', '--no-index', '--', '/dev/null', path], MOST_DIFF_BYTES, [0, 1])
    if (!diff.ok) return diff
    found.in(addedLines(diff.value))
  }
  return { ok: true, value: null }
}

/** Each is one start of git, a few milliseconds. */
const MOST_NEW = 200

function addedLines(diff: string): string {
  const lines = diff.split('\n').filter((line) => line.startsWith('+') && !line.startsWith('+++ '))
  return lines.map((line) => line.slice(1)).join('\n')
}

type Question = ContentAsked & { readonly stdin?: string }

async function text(
  { folder, world, signal, stdin }: Question,
  args: readonly string[],
  outputBytes: number,
  codes: readonly number[] = [0],
): Promise<Said<string>> {
  const answer: GitAnswer = await askGit(world, {
    ...{ folder, args, outputBytes, signal },
    ...(stdin === undefined ? {} : { stdin }),
  })
  if (!answer.ok) return answer
  if (!codes.includes(answer.code)) return { ok: false, why: `could not say (exit code ${answer.code})` }
  if (answer.leftOut > 0) return { ok: false, why: `says more than can be searched (${answer.leftOut} bytes)` }
  return { ok: true, value: answer.text }
}
