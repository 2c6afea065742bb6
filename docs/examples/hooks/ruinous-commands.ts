// Stops a command that would take the machine down with it. Each entry is narrow on purpose: writing to /dev/null is not
// writing to a disk, and a rule that cannot tell the two apart is turned off within the hour.
import { defineHook } from '@belay/hooks'

const RUINOUS = [
  /\brm -(?:rf|fr) (?:\/|\/\*|~\/?)(?= |$)/,
  /\bmkfs(?:\.\w+)? /,
  /\bof=\/dev\/(?:sd|nvme|vd)/,
  /:\(\)\s*\{ ?:\|:& ?\};:/,
  /^(?:sudo )?(?:shutdown|reboot)\b/,
]

export default defineHook({
  name: 'ruinous-commands',
  description: 'Refuses commands that destroy the machine that the session works on.',
  points: ['tools.before'],
  matcher: 'run',
  // A guard: it looks again at what a later hook made of the call.
  recheck: true,
  run(t, { call }) {
    const command = String(call.args.command ?? '')
      .toLowerCase()
      .split(/\s+/)
      .join(' ')
      .trim()
    const found = RUINOUS.map((each) => each.exec(command)?.[0]).find((text) => text !== undefined)
    if (found === undefined) return t.useDefault
    return t.deny(`this house refuses "${found.trim()}": it destroys the machine. Do the narrower thing instead.`)
  },
})
