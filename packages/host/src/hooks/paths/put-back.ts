/** The files that git would put back as it keeps them: what a person changed in them since is lost. */
import { join } from 'node:path'
import { mayDiffer, type Repository, repositoryAt } from './git-index'
import { listFolder } from './shell-words'
import type { Reach } from './touch'

export interface PuttingBack {
  /** The whole repository, wherever it is started. */
  readonly whole: boolean
  /** From another commit: also what nobody changed. */
  readonly other: boolean
}

export function puttingBack({ whole, other }: PuttingBack): Reach {
  const known = new Map<string, Repository | null>()
  const repositoryOf = (folder: string) => {
    const repository = known.has(folder) ? (known.get(folder) ?? null) : repositoryAt(folder)
    known.set(folder, repository)
    return repository
  }
  return {
    below(folder) {
      const repository = repositoryOf(folder)
      // What it keeps can't be told: any of these.
      if (repository === null) return listFolder(folder).flatMap((name) => (name === '.git' ? [] : join(folder, name)))
      const paths = [...repository.files.keys()]
      return whole || folder === repository.root
        ? paths
        : paths.filter((path) => path === folder || path.startsWith(`${folder}/`))
    },
    takes(path, folder) {
      const repository = repositoryOf(folder)
      if (repository === null) return true
      const file = repository.files.get(path)
      return file !== undefined && (other || mayDiffer(file))
    },
  }
}
