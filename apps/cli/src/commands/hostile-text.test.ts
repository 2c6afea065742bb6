/** Names, reasons, notes and prompts that would move a cursor, clear a screen or turn a line around: no command prints them as they are. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePlace } from '../testing/belay'

const place = makePlace()
afterAll(place.remove)

const CLEAR = '\u001b[2J'
const TURNED = '\u202egpj'
// biome-ignore lint/suspicious/noControlCharactersInRegex: what must reach no terminal
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/

const LOUD = `import { defineHook } from '@belay/hooks'
export default defineHook({ name: 'loud', description: 'd', points: ['tools.before'],
  run: (t) => t.deny('${CLEAR}denied${TURNED}').withNote('\\u001b]0;owned\\u0007noted\\u009b31m').withContext('${CLEAR}context') })
`

let session = ''
beforeAll(async () => {
  mkdirSync(join(place.home, 'hooks'), { recursive: true })
  writeFileSync(join(place.home, 'hooks/loud.ts'), LOUD)
  writeFileSync(join(place.home, `hooks/evil${TURNED}.ts`), LOUD)
  mkdirSync(join(place.home, `programs/bad${TURNED}/hooks`), { recursive: true })
  const run = ['run', `${CLEAR}hello${TURNED}`, '--attach', 'loud', '--permission', 'auto', '--json']
  const { stdout } = await place.belay(run)
  session = JSON.parse(stdout.trim().split('\n').at(-1) ?? '').session
}, 60_000)

const EVENT = JSON.stringify({ call: { id: 'c', name: `run${CLEAR}`, args: { command: `${CLEAR}ls${TURNED}` } } })

it.each([
  ['run', () => ['run', `again${CLEAR}`, '--session', session, '--permission', 'auto'], /denied/],
  ['fire', () => ['fire', 'tools.before', '--attach', 'loud'], /denied.*noted/s],
  ['trace', () => ['trace', session], /loud/],
  ['trace --why', () => ['trace', session, '--why', '1'], /denied/],
  ['hooks list', () => ['hooks', 'list'], /evil\\u202egpj/],
  ['hooks check', () => ['hooks', 'check'], /its name holds a character that nobody sees/],
  ['sessions', () => ['sessions'], /hello/],
  ['doctor', () => ['doctor'], /nobody sees/],
  ['a refusal', () => ['attach', session, `no${TURNED}`], /There is no hook/],
] as const)('%s shows them by their signs, and its JSON holds them to the letter', async (_, args, told) => {
  const plain = await place.belay(args(), EVENT)
  expect(plain.stdout + plain.stderr).toMatch(told)
  expect(plain.stdout + plain.stderr).not.toMatch(OBEYED)
  const { stdout } = await place.belay([...args(), '--json'], EVENT)
  expect(stdout).not.toMatch(OBEYED)
  for (const line of stdout.trim().split('\n').filter(Boolean)) expect(() => JSON.parse(line)).not.toThrow()
})
