import { expect, it } from 'vitest'
import { createDraftGate, MOST_UNDER_WAY, MOST_WAITING } from './draft-gate'

const quiet = new AbortController().signal
const by = (page: string | null = null) => ({ page, signal: quiet })

/** Runs that end when the test says so. */
function trials() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  return { begun, run, end: (name: string) => ends.get(name)?.() }
}

const turns = () => new Promise((resolve) => setImmediate(resolve))

it('runs four, lets sixteen wait in order, and refuses the next one at once in a sentence', async () => {
  const gate = createDraftGate()
  const { begun, run, end } = trials()
  const names = Array.from({ length: MOST_UNDER_WAY + MOST_WAITING }, (_, i) => `t${i}`)
  const all = names.map((name) => gate.pass(by(), run(name)))
  await expect(gate.pass(by(), run('one too many'))).rejects.toThrow(/4 drafts are being tried and 16 wait/)
  expect(begun).toEqual(names.slice(0, MOST_UNDER_WAY))
  for (const name of names) {
    end(name)
    await turns()
  }
  expect(await Promise.all(all)).toEqual(names)
  expect(begun).toEqual(names)
})

it('a newer draft of a page ends its older one, of another page none', async () => {
  const gate = createDraftGate()
  const { run, end } = trials()
  let told: unknown = null
  const old = gate.pass(by('a'), async (signal) => {
    signal.addEventListener('abort', () => {
      told = signal.reason
    })
    return run('old')()
  })
  const other = gate.pass(by('b'), run('other'))
  const fresh = gate.pass(by('a'), run('fresh'))
  await expect(old).rejects.toThrow(/newer text/)
  expect(told).toMatchObject({ code: 'conflict' })
  end('other')
  end('fresh')
  expect(await Promise.all([other, fresh])).toEqual(['other', 'fresh'])
})

it('what is not waited for any more keeps its place until it is gone; what waited for one leaves at once', async () => {
  const gate = createDraftGate()
  const { begun, run, end } = trials()
  const first = Array.from({ length: MOST_UNDER_WAY }, (_, i) => gate.pass(by(`p${i}`), run(`r${i}`)))
  const waits = gate.pass(by('w'), run('waits'))
  const newer = gate.pass(by('w'), run('newer'))
  await expect(waits).rejects.toThrow(/newer text/)
  const again = gate.pass(by('p0'), run('again'))
  await expect(first[0]).rejects.toThrow(/newer text/)
  await turns()
  expect(begun).toEqual(['r0', 'r1', 'r2', 'r3'])
  end('r0')
  await turns()
  end('r1')
  await turns()
  expect(begun.slice(4)).toEqual(['newer', 'again'])
  for (const name of ['r2', 'r3', 'newer', 'again']) end(name)
  await Promise.all([newer, again, ...first.slice(1)])
})
