/**
 * One hook file of a program: which points it has, and what is wrong with it. A public function that is no point of its file is
 * said and never called; a file that does not load stands at the points that it names, so that it can't be missed.
 */
import { join } from 'node:path'
import { readRegular } from '../../processes/read-regular'
import type { HookError } from '../files/bundle-hook'
import { MOST_BYTES } from '../files/bundle-limits'
import type { Bundler } from '../files/bundler'
import type { HookFiles } from '../files/hook-files'
import type { FileLoad } from '../files/loaded-file'
import { exportsNoPoint, type FileOfProgram, notAFunction, sourceOf } from './around-program-file'
import type { ProgramHook, ProgramProblem } from './program'
import { functionsOf, notAPoint, type ProgramFile, pointOf } from './program-points'
import { type FileNames, type PublicName, publicNames } from './public-names'

export interface ReadProgramFile {
  readonly hooks: readonly ProgramHook[]
  readonly problems: readonly ProgramProblem[]
}

/** Hooks of all its points, as one piece of code. */
export function loadProgramFile(files: HookFiles, at: FileOfProgram): Promise<FileLoad> {
  return files.load(sourceOf(at))
}

export async function readProgramFile(files: HookFiles, at: FileOfProgram): Promise<ReadProgramFile> {
  const path = join(at.folder, `${at.file}.ts`)
  const [text, load] = [textOf(path), await loadProgramFile(files, at)]
  const names = await namesIn(files.bundler, path, text)
  const wrong = load.ok ? (load.stale?.error ?? null) : load.error
  const error = wrong === null ? null : problemOf(at, wrong, names)
  const strangers = names.exported.filter(({ name }) => !isPoint(at.file, name) && !name.startsWith('_'))
  const problems = strangers.map(({ name, line }) => ({ file: path, line, message: notAPoint(name, at.file) }))
  const forgotten = names.own.filter(({ name }) => isPoint(at.file, name))
  const unasked = wrong?.message === exportsNoPoint(at.file) ? [] : forgotten.map((own) => notExported(path, own))
  return {
    hooks: load.ok
      ? hooksOf(load, path, error)
      : brokenHooks(at.file, { path, error, names: namedIn(at.file, names, text) }),
    problems: [...(error === null ? [] : [error]), ...problems, ...unasked],
  }
}

type Loaded = Extract<FileLoad, { readonly ok: true }>

function hooksOf({ described, bundle, at, stale }: Loaded, file: string, error: ProgramProblem | null) {
  return described.points.map((point): ProgramHook => {
    const hook = { point, file, version: bundle.version, error }
    return stale === null ? hook : { ...hook, stale: stale.since, versionAt: at }
  })
}

interface Broken {
  readonly path: string
  readonly error: ProgramProblem | null
  readonly names: readonly string[]
}

function brokenHooks(file: ProgramFile, { path, error, names }: Broken): readonly ProgramHook[] {
  return names.map((name) => ({ point: pointOf(file, name), file: path, version: null, error }))
}

/** The points that a file seems to be about. One that can't be read may be about all of them. */
function namedIn(file: ProgramFile, { exported, own }: FileNames, text: string | null): readonly string[] {
  const all = functionsOf(file)
  const declared = new Set([...exported, ...own].map(({ name }) => name))
  const named = all.filter((name) => declared.has(name))
  if (text === null || named.length > 0) return text === null ? all : named
  if (declared.size > 0 || text.trim() === '') return []
  const said = all.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  return said.length > 0 ? said : all
}

function problemOf(at: FileOfProgram, error: HookError, { exported, own }: FileNames): ProgramProblem {
  const path = join(at.folder, `${at.file}.ts`)
  const [forgotten] = own.filter(({ name }) => isPoint(at.file, name))
  if (error.message === exportsNoPoint(at.file)) {
    return forgotten === undefined ? { file: path, line: 1, message: error.message } : notExported(path, forgotten)
  }
  const value = exported.find(({ name }) => error.message === notAFunction(name))
  return { file: error.file ?? path, line: error.line ?? value?.line ?? null, message: error.message }
}

function notExported(file: string, { name, line }: PublicName): ProgramProblem {
  return { file, line, message: `${name} is not exported, so it is never asked; write export function ${name}` }
}

function isPoint(file: ProgramFile, name: string): boolean {
  return functionsOf(file).includes(name)
}

function textOf(path: string): string | null {
  const read = readRegular(path, MOST_BYTES)
  return read.ok ? read.bytes.toString('utf8') : null
}

const NO_NAMES: FileNames = { exported: [], own: [] }

/** None where the text is no TypeScript: loading it says what is wrong. */
async function namesIn(bundler: Bundler, path: string, text: string | null): Promise<FileNames> {
  return (text === null ? null : await publicNames(bundler, path, text)) ?? NO_NAMES
}
