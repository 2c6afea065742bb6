/** Where files that ship with a package are, from its source and from a bundle of it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** `from` is the `import.meta.url` of the asking module; the package must export its `package.json`. */
export function packageFolder(name: string, from: string): string {
  return dirname(createRequire(from).resolve(`${name}/package.json`))
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(join(packageFolder('@belay/api', import.meta.url), 'package.json'), 'utf8'),
  )
  const named = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return named ? String(manifest.version) : 'unknown'
}

/** All packages of Belay have one version. */
export const VERSION = readVersion()
