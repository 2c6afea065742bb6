/** A script that a command names, as a person has to see it before a yes: what it is, where it leads and what it holds. */
import { lstatSync, realpathSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { readRegular } from '@belay/host'
import type { CheckoutScript } from '../contract/command-hooks'
import { fingerprint } from './named-files'

/** As much as anybody reads through. A larger script is said to be one. */
export const MOST_SHOWN_BYTES = 65_536

export function scriptShown(file: string, workspace: string): CheckoutScript {
  const what = kindOf(file)
  const read = what === 'file' ? readRegular(file, MOST_SHOWN_BYTES) : null
  return {
    file,
    what,
    hash: fingerprint(file)?.hash ?? null,
    leadsTo: leadsTo(file, workspace),
    text: read?.ok === true ? read.bytes.toString('utf8') : null,
  }
}

function kindOf(file: string): CheckoutScript['what'] {
  try {
    const stat = statSync(file)
    if (stat.isFile()) return 'file'
    return stat.isDirectory() ? 'folder' : 'other'
  } catch {
    return 'missing'
  }
}

/** Where it is a link that leads out of the folder, or to nothing. */
function leadsTo(file: string, workspace: string): string | null {
  try {
    const real = realpathSync(file)
    return relative(realpathSync(workspace), real).startsWith('..') ? real : null
  } catch {
    try {
      return lstatSync(file).isSymbolicLink() ? 'nothing that is there' : null
    } catch {
      return null
    }
  }
}
