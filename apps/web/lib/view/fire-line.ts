/** An event of a hook as a command line that asks it again: `belay fire tools.before --attach … <<'EVENT'`. */
import { isBrought } from '@belay/canvas'
import type { Attachment, JsonObject, PointId, SessionId } from '@belay/trace'

export interface FiredEvent {
  readonly point: PointId
  readonly event: JsonObject
}

/** The hook alone, in the folder of its session; one that has no name of its own is asked with all of its session. */
export function fireLine(
  { point, event }: FiredEvent,
  { hook, session, workspace }: { hook: Attachment | null; session: SessionId; workspace: string },
): string {
  const asked =
    hook === null || isBrought(hook)
      ? ['--session', session]
      : ['--attach', quoted(specText(hook)), '--workspace', quoted(workspace)]
  return ['belay fire', point, ...asked, `<<'${END}'\n${JSON.stringify(event, null, 2)}\n${END}`].join(' ')
}

/** No line of indented JSON begins with a letter: it ends no event too early. */
const END = 'EVENT'

function specText({ hook, params }: Attachment): string {
  return Object.keys(params).length === 0 ? hook : `${hook}:${JSON.stringify(params)}`
}

/** For a shell: plain words as they are. */
function quoted(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
