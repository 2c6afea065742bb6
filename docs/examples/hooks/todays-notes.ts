// Reads a file with a tool of the session, asked through no hooks; permissions apply.
import { defineHook } from '@belay/hooks'
import { z } from 'zod'

export default defineHook({
  name: 'todays-notes',
  description: 'Begins a session with the notes of today.',
  params: z.object({
    file: z.string().min(1).default('notes/today.md').describe('A file of the workspace.'),
  }),
  on: {
    'session.start': async (t) => {
      const notes = await t.tool('files.read', { file_path: t.params.file })
      return notes.isError ? t.useDefault : t.context(`Notes of today:\n${notes.content}`)
    },
  },
})
