/**
 * Writes types/belay-hooks.d.ts, what `@belay/hooks` is to who writes hooks: `npm run types -w @belay/hooks`.
 * With `--print` it goes to stdout and nothing is written.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { joinDeclarations } from './join-declarations'

const HEAD = `// biome-ignore-all lint: it is made, not written\n// biome-ignore-all assist/source/organizeImports: it is made, not written

/**
 * @belay/hooks, for who writes hooks: \`defineHook\`, \`t\`, the points and what may be answered at each.
 * Made from the sources by \`npm run types -w @belay/hooks\`; changes are made there.
 */
`
const packages = fileURLToPath(new URL('../..', import.meta.url))
const root = resolve(packages, '..')
const target = join(packages, 'hooks/types/belay-hooks.d.ts')

function emitDeclarations(folder: string): void {
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, stripInternal: true, newLine: 'lf' },
      ...{ allowImportingTsExtensions: false, rootDir: packages, outDir: folder },
      // By its place: of what is reached through node_modules nothing is written.
      paths: { '@belay/trace': [join(packages, 'trace/src/index.ts')] },
    },
    files: [join(packages, 'hooks/src/author.ts')],
  }
  const file = join(folder, 'tsconfig.json')
  writeFileSync(file, JSON.stringify(config))
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', file], { stdio: 'inherit' })
}

function formatted(text: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${relative(root, target)}`], {
    ...{ input: text, cwd: root, encoding: 'utf8' },
  })
}

function declarations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'belay-types-'))
  try {
    emitDeclarations(folder)
    const joined = joinDeclarations(join(folder, 'hooks/src/author'), {
      read: (module) => readFileSync(`${module}.d.ts`, 'utf8').replaceAll('"', "'"),
      packages: { '@belay/trace': join(folder, 'trace/src/index') },
    })
    return formatted(HEAD + joined)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const text = declarations()
if (process.argv.includes('--print')) process.stdout.write(text)
else writeFileSync(target, text)
