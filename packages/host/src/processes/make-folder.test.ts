import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../testing/fresh-folder'
import { makeFolder } from './make-folder'

describe('a folder', () => {
  it('is made with its parents, and once', () => {
    const path = join(freshFolder(), 'one/two')
    makeFolder(path, 0o700)
    makeFolder(path)
    expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
  })

  it('cannot be made below a file', () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'file'), '')
    expect(() => makeFolder(join(folder, 'file/one/two'))).toThrow(/ENOTDIR/)
  })

  it('cannot be made where a link leads nowhere', () => {
    const folder = freshFolder()
    symlinkSync(join(folder, 'none/there'), join(folder, 'link'))
    expect(() => makeFolder(join(folder, 'link/one'))).toThrow(/EEXIST/)
  })

  it.runIf(existsSync('/proc/self'))('fails at once where the system takes none', () => {
    expect(() => makeFolder('/proc/none/one')).toThrow(/ENOENT/)
  })
})
