import { expect, test } from 'vitest'
import { runTurn } from './run-turn'
import { replies } from './testing/model'
import { createPorts } from './testing/ports'
import { createSetup, hook } from './testing/setup'

test('19-additionalcontext-too-long: the model is told 10,000 units of what a command says, the record has all of it', async () => {
  const body = `BEGIN-RULES\n${'rule: keep it short \u{1F9EA}\n'.repeat(1_100)}`.slice(0, 27_980)
  const said = { decision: 'pass', context: [`${body}\nEND-RULES`] }
  const rules = { ...hook('rules', 'session.start', () => said), source: 'command' } as const
  const ports = createPorts({ model: replies({ text: 'ok' }) })
  await runTurn(createSetup({ hooks: [rules], sessionStart: 'startup' }), ports)
  const row = ports.rows.find((each) => each.kind === 'input' && each.from === 'rules')
  const told = row?.kind === 'input' ? row.text : ''
  expect(told.length).toBeLessThanOrEqual(10_000)
  expect(told).toMatch(/^BEGIN-RULES\n.*\n\[\d+ more characters of this hook's context were left out\]$/s)
  expect(told).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
  const verdicts = ports.events.flatMap((event) => (event.type === 'verdict' ? [event] : []))
  expect(verdicts[0]?.verdict).toMatchObject({
    ...{ context: said.context, notes: [expect.stringMatching(/the model is told 99\d\d of \d+ characters/)] },
  })
  const span = verdicts[0]?.span
  expect(span && ports.details.get(span)).toMatchObject({ answered: { context: said.context } })
})
