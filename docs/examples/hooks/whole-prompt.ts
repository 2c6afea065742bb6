// Builds the whole prompt out of what is true now: nothing is described that is not there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineHook } from '@belay/hooks'
import { z } from 'zod'

export default defineHook({
  name: 'whole-prompt',
  description:
    'Builds the prompt of a turn out of sections, each of which is there only where it has something to say.',
  params: z.object({
    index: z.string().default('notes/INDEX.md').describe('A file of the workspace: what is worth remembering.'),
  }),
  on: {
    'context.build': (t) => {
      const parts = [t.system]
      if (t.outputSchema !== null) parts.push(`## The answer that is owed\n${JSON.stringify(t.outputSchema)}`)
      // A child that is told how to start children starts them.
      if (!t.spawned) parts.push('## Sub-agents\nWhat can be done apart goes to a child session: agents.spawn.')
      const skills = t.skills.map(({ name, description }) => `- ${name}: ${description}`)
      if (skills.length > 0) parts.push(`## Skills\n${skills.join('\n')}`)
      const notes = read(join(t.workspace, t.params.index))
      if (notes !== '') parts.push(`## Notes\n${notes}`)
      if (t.projectInstructions !== '') parts.push(`## Project instructions\n${t.projectInstructions}`)
      return { system: parts.join('\n\n') }
    },
  },
})

/** At most 8,000 characters; nothing where there is no such file. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, 8_000).trim()
  } catch {
    return ''
  }
}
