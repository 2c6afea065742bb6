import { readdirSync, rmSync } from 'node:fs'

const folder = new URL('../cache/', import.meta.url)
const stale = readdirSync(folder).filter((name) => name.endsWith('.tmp'))
for (const name of stale) rmSync(new URL(name, folder))
console.log(`removed ${stale.length} stale file${stale.length === 1 ? '' : 's'} from cache/`)
