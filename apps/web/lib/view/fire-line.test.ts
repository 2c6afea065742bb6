import { type Attachment, attachmentId, sessionId } from '@belay/trace'
import { expect, test } from 'vitest'
import { fireLine } from './fire-line'

const HOOK: Attachment = {
  ...{ id: attachmentId('att_1'), hook: 'block-commands', name: 'block-commands', source: 'library' },
  ...{ points: ['tools.before'], mode: 'enforce', onFailure: 'open', params: {}, version: 'v', error: null },
}
const FIRED = { point: 'tools.before', event: { call: { name: 'run', args: { command: "echo 'x'" } } } } as const
const PLACE = { session: sessionId('ses_1'), workspace: '/home/me/my work' }

test('the event of a hook is a command line with its parameters and its folder, quoted for a shell', () => {
  const hook = { ...HOOK, params: { advice: "don't" } }
  const [line, ...event] = fireLine(FIRED, { hook, ...PLACE }).split('\n')
  expect(line).toBe(
    `belay fire tools.before --attach 'block-commands:{"advice":"don'\\''t"}' --workspace '/home/me/my work' <<'EVENT'`,
  )
  expect(event.at(-1)).toBe('EVENT')
  expect(JSON.parse(event.slice(0, -1).join('\n'))).toEqual(FIRED.event)
})

test.each([
  ['a hook that a program brought', { ...HOOK, source: 'program' } as const],
  ['a hook that is gone', null],
])('%s is asked with all of its session', (_, hook) => {
  expect(fireLine(FIRED, { hook, ...PLACE }).split('\n', 1)[0]).toBe(
    "belay fire tools.before --session ses_1 <<'EVENT'",
  )
})
