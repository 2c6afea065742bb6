/** What a file may do to whoever bundles it: nothing that lasts. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { realClock } from '../testing/world'
import { bundleHook } from './bundle-hook'
import { BundlerProcesses } from './bundler'

const open: BundlerProcesses[] = []
afterEach(async () => {
  for (const bundler of open.splice(0)) await bundler.close()
})

function scene(files: Readonly<Record<string, string>>) {
  const folder = freshFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const printed: string[] = []
  const bundler = new BundlerProcesses(realClock, (text) => printed.push(text))
  open.push(bundler)
  const file = join(folder, 'hook.ts')
  return { folder, file, printed, bundler, load: () => bundleHook(bundler, { file }) }
}

/** Processes below this one, as Linux lists them. */
function descendants(of = process.pid): readonly number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === of)
  return children.map(Number).flatMap((pid) => [pid, ...descendants(pid)])
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1])
  } catch {
    return -1
  }
}

function esbuilds(): readonly number[] {
  return descendants().filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/exe`).includes('esbuild')
    } catch {
      return false
    }
  })
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: code of hook files
describe('an import that stands for many files is refused where it is written', () => {
  it.each([
    ['in a template', 'await import(`../../../../${process.argv[0]}`)'],
    ['put together', "await import('../../' + process.argv[0])"],
    ['required', 'require(`./${process.argv[0]}/x`)'],
    ['with a comment before it', 'await import(/* any */ `./${process.argv[0]}`)'],
  ])('%s', async (_, code) => {
    const { file, load } = scene({ 'hook.ts': `// import(\`./\${x}\`)\nexport default async () => {\n  ${code}\n}\n` })
    expect(await load()).toEqual({
      ok: false,
      ended: false,
      error: { file, line: 3, message: expect.stringMatching(/^it imports a path that is made up while it runs/) },
    })
  })

  it.each([
    ['a path of its own', 'await import(process.argv[0])'],
    ['a file that is beside it', "await import('./beside')"],
    ['a comment about it', '// import(`./${x}`)'],
  ])('%s is not one', async (_, code) => {
    const { load } = scene({ 'hook.ts': `export default async () => {\n${code}\n}\n`, 'beside.ts': 'export default 1' })
    expect(await load()).toMatchObject({ ok: true })
  })
})

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: code of hook files

describe('what esbuild would read by itself', () => {
  it.each(['tsconfig.json', 'jsconfig.json'])('%s is not looked for', async (name) => {
    const { folder, load } = scene({ 'hook.ts': 'export default 1' })
    symlinkSync('/dev/zero', join(folder, name))
    expect(await load()).toMatchObject({ ok: true })
  })

  it.each([
    ['a device', (path: string) => symlinkSync('/dev/zero', path)],
    ['a pipe', (path: string) => void execFileSync('mkfifo', [path])],
  ])('package.json is %s', async (_, make) => {
    const { folder, load } = scene({ 'hook.ts': 'export default 1' })
    make(join(folder, 'package.json'))
    expect(await load()).toMatchObject({
      error: { message: expect.stringMatching(/package\.json: it is not a regular file$/) },
    })
  })

  it('package.json above an import is a device', async () => {
    const { folder, file, load } = scene({ 'hook.ts': "import './deep/er/x'\nexport default 1", 'deep/er/x.ts': '' })
    symlinkSync('/dev/zero', join(folder, 'deep/package.json'))
    const message = expect.stringMatching(/package\.json: it is not a regular file$/)
    expect(await load()).toMatchObject({ error: { file, line: 1, message } })
  })
})

describe('what nobody foresaw is ended', () => {
  const endless = { 'hook.ts': "import 'endless'\nexport default 1", 'node_modules/endless/index.js': '' }

  it('where it fills the memory', async () => {
    const { folder, file, printed, load } = scene(endless)
    symlinkSync('/dev/zero', join(folder, 'node_modules/endless/package.json'))
    const message = expect.stringMatching(/^it could not be bundled with 1024 MiB of memory/)
    expect(await load()).toEqual({ ok: false, ended: true, error: { file, line: null, message } })
    expect(printed).toEqual([expect.stringContaining('the process that bundled it was ended')])
    expect(esbuilds()).toEqual([])
  }, 20_000)

  it('where it waits, while other files are bundled', async () => {
    const { folder, file, bundler, load } = scene({ ...endless, 'other.ts': 'export default 1' })
    execFileSync('mkfifo', [join(folder, 'node_modules/endless/package.json')])
    const stuck = load()
    expect(await bundleHook(bundler, { file: join(folder, 'other.ts') })).toMatchObject({ ok: true })
    const message = expect.stringMatching(/^it could not be bundled within 10 s/)
    expect(await stuck).toMatchObject({ ok: false, error: { file, line: null, message } })
  }, 20_000)
})

describe('the process that bundles', () => {
  it('is not there before something is asked', () => {
    scene({})
    expect(esbuilds()).toEqual([])
  })

  it('begins anew where esbuild was killed, and that is said', async () => {
    const { printed, load } = scene({ 'hook.ts': 'export default 1' })
    expect(await load()).toMatchObject({ ok: true })
    const [pid] = esbuilds()
    process.kill(pid ?? expect.fail('esbuild is not there'), 'SIGKILL')
    expect(await load()).toMatchObject({ ok: true })
    expect(await load()).toMatchObject({ ok: true })
    await expect.poll(() => printed).toEqual([expect.stringContaining('the process that bundles hook files died')])
    expect(esbuilds()).toHaveLength(1)
  })

  it('leaves nothing behind when it is closed', async () => {
    const { bundler, load } = scene({ 'hook.ts': 'export default 1' })
    await load()
    const before = descendants()
    await bundler.close()
    expect(before.filter((pid) => descendants().includes(pid) && esbuilds().includes(pid))).toEqual([])
    expect(await load()).toMatchObject({ ok: false, error: { message: 'the hook library is closed' } })
  })
})
