import { readFileSync, writeFileSync } from 'node:fs'

const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
if (process.argv.includes('--dry-run')) {
  console.log(`would release ${name} ${version} (dry run: nothing was written)`)
} else {
  writeFileSync(new URL('../RELEASED', import.meta.url), `${version}\n`)
  console.log(`released ${name} ${version}`)
}
