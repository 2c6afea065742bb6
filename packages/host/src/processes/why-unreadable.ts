/** Why a path that a person named can't be looked at, as an end of a sentence: never what the system throws, never a path. */
export const NO_FILE = 'there is no such file'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: NO_FILE,
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  // Opening a socket, or a pipe that takes writers only.
  ENXIO: 'it is not a regular file',
  EACCES: 'it may not be read by this user',
  EPERM: 'it may not be read by this user',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
  ERR_INVALID_ARG_VALUE: 'it is no path',
}

export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? `the system says ${code === '' ? String(error) : code}`
}
