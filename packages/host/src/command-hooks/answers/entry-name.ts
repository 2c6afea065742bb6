/** What a command is called where a person or a model reads of it, and where it stands. */
import type { CommandEntry } from '../entry'
import { headOf } from './plain-text'

const PROJECT_DIR = /^(?:["']?\$\{?(?:CLAUDE|BELAY)_PROJECT_DIR\}?["']?)\//
/** As much as fits a node of the canvas and a sentence. */
const MOST_NAME = 60
const MOST_LINE = 200

/** `guard.sh`, `./check.py --fast`, `hooks.example.com/judge`. */
export function entryName(entry: CommandEntry): string {
  if (entry.type === 'http') return headOf(entry.url.replace(/^https?:\/\/|[?#].*$/g, ''), MOST_NAME)
  const path = entry.line
    .trim()
    .replace(PROJECT_DIR, '')
    .replace(/^(["'])(.*)\1$/s, '$2')
  return headOf(path.replace(PROJECT_DIR, ''), MOST_NAME)
}

/** The first of its places and what is run: `/home/p/hooks.json:14, hooks.Stop[0].hooks[0]: ./check.sh`. */
export function whereItStands(entry: CommandEntry): string {
  const [place] = entry.places
  const run = headOf(entry.type === 'http' ? entry.url : entry.line, MOST_LINE)
  return place === undefined ? run : `${place.file}:${place.line}, ${place.path}: ${run}`
}
