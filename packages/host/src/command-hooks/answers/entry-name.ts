/** What a command is called where a person or a model reads of it, and where it stands. */
import { showHidden } from '@belay/trace'
import type { CommandEntry } from '../entry'
import { headOf } from './plain-text'

const PROJECT_DIR = /^(?:["']?\$\{?(?:CLAUDE|BELAY)_PROJECT_DIR\}?["']?)\//
/** As much as fits a node of the canvas and a sentence. */
const MOST_NAME = 60
const MOST_LINE = 200

/** `guard.sh`, `./check.py --fast`, `hooks.example.com/judge`. */
export function entryName(entry: CommandEntry): string {
  if (entry.type === 'http') return shown(entry.url.replace(/^https?:\/\/|[?#].*$/g, ''))
  const path = entry.line
    .trim()
    .replace(PROJECT_DIR, '')
    .replace(/^(["'])(.*)\1$/s, '$2')
  return shown(path.replace(PROJECT_DIR, ''))
}

/** Each character is seen: a command may come from somebody else's checkout. */
function shown(text: string): string {
  return headOf(showHidden(text), MOST_NAME)
}

/** The first of its places and what is run: `/home/p/hooks.json:14, hooks.Stop[0].hooks[0]: ./check.sh`. */
export function whereItStands(entry: CommandEntry): string {
  const [place] = entry.places
  const run = headOf(showHidden(entry.type === 'http' ? entry.url : entry.line), MOST_LINE)
  return place === undefined ? run : `${place.file}:${place.line}, ${place.path}: ${run}`
}
