// Stops a command that would take the machine down with it. Each entry is narrow on purpose.
import type { Answer, Call, T } from '@belay/hooks'

const RUINOUS = [
  /\brm -(?:rf|fr) (?:\/|\/\*|~\/?)(?= |$)/,
  /\bmkfs(?:\.\w+)? /,
  /\bof=\/dev\/(?:sd|nvme|vd)/,
  /^(?:sudo )?(?:shutdown|reboot)\b/,
]

export function before(t: T, call: Call): Answer<'tools.before'> {
  if (call.name !== 'run') return t.useDefault
  const command = _words(String(call.args.command ?? ''))
  const found = RUINOUS.map((each) => each.exec(command)?.[0]).find((text) => text !== undefined)
  if (found === undefined) return t.useDefault
  return t.deny(`this house refuses "${found.trim()}": it destroys the machine. Do the narrower thing instead.`)
}

/** Helpers begin with an underscore. */
function _words(command: string): string {
  return command.toLowerCase().split(/\s+/).join(' ').trim()
}
